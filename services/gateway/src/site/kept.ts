import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { toJson } from '@talad/shared/json'
import type { Platform } from '@talad/shared/platform'
import { z } from 'zod'
import { partsOf } from './live-site.ts'
import type { Sites } from './sites.ts'

const kept = z.array(z.object({ siteId: z.string(), part: z.string(), content: z.unknown() }))

/** Writes down what visitors are shown, whole or not at all. */
export async function keepSites(file: string, sites: Pick<Sites, 'list'>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, toJson(sites.list().flatMap(partsOf)), { mode: 0o600 })
  await rename(unfinished, file)
}

/** Shows again what was written down; what is no such file leaves the main site as the settings say. */
export async function restoreSites(
  file: string | undefined,
  sites: Sites,
  { log }: Pick<Platform, 'log'>,
): Promise<void> {
  if (file === undefined) return
  try {
    sites.restore(kept.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch (err) {
    log.warn({ err, file }, 'what sites showed last can not be read; only the main one is shown')
  }
}
