/** Keeps lines together on the screen (phrases.ts), and is of no use to who pastes a text elsewhere. */
const JOINERS = /\u2060/g

export const plainText = (text: string): string => text.replace(JOINERS, '')

/** What is copied from the page has no characters that nobody sees. */
export function startPlainCopy(): void {
  document.addEventListener('copy', (event) => {
    const text = String(document.getSelection() ?? '')
    if (event.defaultPrevented || text === plainText(text)) return
    event.clipboardData?.setData('text/plain', plainText(text))
    event.preventDefault()
  })
}
