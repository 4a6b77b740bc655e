/** What a cookie of a request says; undefined where there is none of this name. */
export function cookieOf(header = '', name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
