/** A folder as the content of the IPFS gateway. */
import { readFileSync, statSync } from 'node:fs'
import { extname, resolve, sep } from 'node:path'
import type { IpfsContent } from './options.ts'

const types: Record<string, string> = {
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
}

/** @returns a look-up of files below the folder; nothing above it can be reached */
export function ipfsFolder(folder: string) {
  const root = resolve(folder)
  return (path: string): IpfsContent | undefined => {
    const file = resolve(root, path)
    if (!file.startsWith(root + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
    // Metadata is often stored without an extension.
    const contentType =
      types[extname(file)] ?? (extname(file) === '' ? 'application/json' : 'application/octet-stream')
    return { body: readFileSync(file), contentType }
  }
}
