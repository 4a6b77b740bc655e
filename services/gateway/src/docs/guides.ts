import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** What integrators read besides the documents, by where it is served. */
export const GUIDES = {
  '/docs/api.md': 'docs/api.md',
  '/docs/api-changes.md': 'docs/api-changes.md',
  '/docs/client.md': 'proto/client/README.md',
} as const

/** The texts that are there: where only the service is installed there are none. */
export async function readGuides(): Promise<[url: string, text: string][]> {
  const found = await Promise.all(
    Object.entries(GUIDES).map(
      async ([url, file]): Promise<[string, string]> => [
        url,
        await readFile(join(root, file), 'utf8').catch(() => ''),
      ],
    ),
  )
  return found.filter(([, text]) => text !== '')
}
