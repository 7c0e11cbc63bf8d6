for (const button of document.querySelectorAll("button")) {
  const code = button.parentElement.querySelector("code");
  button.hidden = false;
  button.addEventListener("click", async () => {
    let copied = true;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // A page from a server without TLS has no clipboard: what is selected can be copied still.
      getSelection().selectAllChildren(code);
      copied = document.execCommand("copy");
    }
    button.textContent = copied ? "Copied" : "Selected";
  });
}
const players = document.querySelectorAll("audio");
for (const player of players) {
  player.addEventListener("play", () => {
    for (const other of players) if (other !== player) other.pause();
  });
}
