/**
 * A slug for a collection that nobody has named one for: the name's Latin letters and digits, then the beginning of the
 * address, so that no two are alike and a rebuild gives the same.
 */
export function slugOf(name: string, address: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)
  return [words, address.slice(2, 10)].filter((part) => part !== '').join('_')
}
