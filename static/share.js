// Sharing and copying. Without this script, the address is shown in a field, and the picture is a link.
// The buttons stay disabled until the script has loaded: a tap that does nothing would be worse than a pale button.

// Copy a field (in the older way without HTTPS), or share a picture. The picture is fetched before the tap: browsers allow sharing only right
// after a tap.
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (isCopied || document.execCommand("copy")) button.textContent = button.dataset.done;
};
// Without HTTPS, links to the phone's mail and messaging apps replace the share sheet.
document.querySelector("[data-by-hand]")?.toggleAttribute("hidden", isSecureContext);
for (const button of document.querySelectorAll("[data-copy]")) {
  const { share: url, picture, title, text, send } = button.dataset;
  button.onclick = () => copy(button);
  button.disabled = false;
  if (!picture || !navigator.share) continue;
  button.textContent = send;
  const file = fetch(picture).then((answer) => answer.ok ? answer.blob() : Promise.reject(answer.status))
    .then((blob) => new File([blob], "roundhouse.png", { type: "image/png" })).catch(() => null);
  button.onclick = async () => {
    const sent = { title, text, ...(url && { url }), files: [await file] };
    if (!sent.files[0] || !navigator.canShare?.(sent)) delete sent.files;
    // Closing the share sheet is not an error.
    navigator.share(sent).catch((trouble) => trouble.name === "AbortError" || copy(button));
  };
}
