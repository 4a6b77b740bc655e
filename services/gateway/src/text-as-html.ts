/** Text of strangers as HTML, also within quotes; what is no text at all (controls, halves of characters) goes. */
export function html(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replace(/[&<>"'`=]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
