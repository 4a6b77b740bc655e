const YEAR_S = 31_536_000

/** Tells the server how this browser wants its pages, so that they are drawn that way before the app has come. */
export function tellLook(name: 'talad.language' | 'talad.theme', value: string | undefined): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = value === undefined ? 0 : YEAR_S
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of the last years has the Cookie Store API
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
