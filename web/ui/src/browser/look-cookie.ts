const YEAR_S = 31_536_000

type Told = 'talad.language' | 'talad.theme' | 'talad.tags'

/** Tells the server what was chosen for this browser, so that its pages are so before the app has come. */
export function tellLook(name: Told, value: string | undefined): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = value === undefined ? 0 : YEAR_S
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of the last years has the Cookie Store API
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
