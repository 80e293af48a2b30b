"""The app served over HTTPS behind a proxy, under a sub-path, with the proxy settings from docs/operating.md."""

import os
import signal
import subprocess
from pathlib import Path

from proofs.ports import free_port
from proofs.server import Server
from tests.certificates import make_certificate
from tests.conftest import pick

SUB_PATH = "/roundhouse"
DOCUMENT = Path(__file__).parents[2] / "docs/operating.md"
# Each proxy's heading in docs/operating.md, the rest of its settings, and the words that start it.
HEADINGS = {"caddy": "### Under a sub-path, behind Caddy", "nginx": "### Under a sub-path, behind nginx"}
CADDY = "{{\n admin off\n auto_https off\n}}\n{recipe}"
NGINX = """
daemon off; {user} pid {folder}/nginx.pid; error_log {folder}/errors;
events {{ }}
http {{
 access_log off; include /etc/nginx/mime.types;
 client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
 {recipe}
}}
"""
WORDS = {"caddy": ["caddy", "run", "--adapter", "caddyfile", "--config"], "nginx": ["nginx", "-e", "stderr", "-c"]}


class ProxiedServer(Server):
    """The served app below /roundhouse, behind Caddy or nginx."""

    def __init__(self, folder: Path, proxy: str) -> None:
        port = free_port()
        address = f"https://127.0.0.1:{port}{SUB_PATH}"
        super().__init__(folder, ROUNDHOUSE_ADDRESS=address, ROUNDHOUSE_HTTPS="1", ROUNDHOUSE_PROXIES="1")
        self.address, self.proxy = address, proxy
        self.file = folder / f"{proxy}.conf"
        self.file.write_text(self._settings(port))
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the proxy and the server, and wait until they answer."""
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        with (self.folder / "proxy.log").open("ab") as log:
            command, environment = [*WORDS[self.proxy], str(self.file)], os.environ | home
            self.running = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)  # noqa: S603 (our own words)
        super().start()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server with this signal, and then the proxy."""
        super().stop(how)
        if self.running:
            os.killpg(self.running.pid, signal.SIGTERM)
            self.running.wait()
            self.running = None

    def _settings(self, port: int) -> str:
        """The proxy settings from the document, with our own ports."""
        certificate, key = make_certificate(self.folder)
        written = DOCUMENT.read_text().partition(HEADINGS[self.proxy])[2]
        recipe = pick(r"(?s)```\n(.*?)```", written).replace("127.0.0.1:8000", f"127.0.0.1:{self.port}")
        if self.proxy == "caddy":
            site = f"https://127.0.0.1:{port} {{\n    tls {certificate} {key}"
            return CADDY.format(recipe=recipe.replace("house.example {", site))
        recipe = recipe.replace("443", str(port)).replace("/etc/ssl/house.crt", str(certificate))
        # The worker processes of nginx have to write into our folder.
        user = "" if os.geteuid() else "user root;"
        return NGINX.format(recipe=recipe.replace("/etc/ssl/house.key", str(key)), folder=self.folder, user=user)


def new_server(folder: Path) -> Server:
    """The server for browser tests: behind the proxy named in PROXY, or on its own."""
    proxy = os.environ.get("PROXY", "")
    return ProxiedServer(folder, proxy) if proxy else Server(folder)
