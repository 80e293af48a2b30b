// For the page of a result alone. Without it the address stands in a field, and the picture is a link.
// Its buttons wait for it: a tap that does nothing would be worse than a pale button.

// Copy a field, without HTTPS in the older way, or share a picture. It is fetched before the tap, which counts only for a moment.
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (isCopied || document.execCommand("copy")) button.textContent = button.dataset.done;
};
// Without HTTPS the phone's own mail and messengers take the place of the share sheet.
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
    // Closing the share sheet is no trouble.
    navigator.share(sent).catch((trouble) => trouble.name === "AbortError" || copy(button));
  };
}
