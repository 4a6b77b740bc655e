import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const PACKED = /\.(?:js|css|svg|html|webmanifest)$/
const SMALL = 1_000

/** Compressed as far as it goes, once: the gateway sends these as they are. */
export async function pack(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && PACKED.test(entry.name) && entry.name !== 'index.html',
  )
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const plain = await readFile(path)
    if (plain.length < SMALL) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }))
  }
}
