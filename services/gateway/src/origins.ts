import { readFileSync } from 'node:fs'
import type { Platform } from '@talad/shared/platform'
import type { GatewayConfig } from './config.ts'
import { origin } from './config.ts'

/** A host that was let in or shut out counts within this. */
const REREAD_MS = 5_000

/** GW-25: whose pages may call us, as of now. */
export type Origins = { list(): readonly string[] }

type Settings = Pick<GatewayConfig, 'SITE_ORIGINS' | 'SITE_ORIGINS_FILE' | 'NODE_ENV'>

/** @throws ZodError when a line is no origin, Error when it is none for production (SP-31) */
function readOrigins(file: string, isProduction: boolean): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const origins = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const parsed = origins.map((line) => origin.parse(line))
  const plain = isProduction ? parsed.find((one) => !one.startsWith('https:')) : undefined
  if (plain !== undefined) throw new Error(`${plain} is not https`)
  return parsed
}

/**
 * The setting, and the lines of a file that is read again every few seconds: sites come and go without a restart. What
 * can't be read leaves the list as it was.
 */
export function openOrigins(settings: Settings, { now, log }: Pick<Platform, 'now' | 'log'>): Origins {
  const { SITE_ORIGINS: fixed, SITE_ORIGINS_FILE: file } = settings
  let known: readonly string[] = fixed
  let readAt = Number.NEGATIVE_INFINITY
  return {
    list() {
      if (file === undefined || now().getTime() - readAt < REREAD_MS) return known
      readAt = now().getTime()
      try {
        known = [...new Set([...fixed, ...readOrigins(file, settings.NODE_ENV === 'production')])]
      } catch (error) {
        log.warn({ err: error, file }, 'the list of sites can not be read; it stays as it was')
      }
      return known
    },
  }
}
