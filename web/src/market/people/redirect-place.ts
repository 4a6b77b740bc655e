/**
 * WB-13, ID-15: where `redirectUrl` of an address leads, if that is on this site.
 * @param origin of our page
 * @returns a path of ours; undefined where it leads elsewhere or says nothing
 */
export function ownPlace(redirectUrl: string | null | undefined, origin: string): string | undefined {
  if (redirectUrl === null || redirectUrl === undefined || !URL.canParse(redirectUrl, origin))
    return undefined
  const target = new URL(redirectUrl, origin)
  const isOurs = target.origin === origin && target.username === '' && target.password === ''
  return isOurs ? target.pathname + target.search + target.hash : undefined
}
