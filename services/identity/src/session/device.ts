import type { Actor } from '@talad/shared/http/auth'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { presentedToken } from './cookies.ts'
import { signInHosts } from './sign-in-hosts.ts'
import { sessionOfToken } from './store.ts'

/** The first that matches: browsers name each other in their user agents. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What a device is called in a list of sessions: its browser and its system; empty where it says neither. */
export function deviceOf(userAgent: string | undefined): string {
  const named = (names: typeof BROWSERS) => names.find(([form]) => form.test(userAgent ?? ''))?.[1] ?? []
  return [named(BROWSERS), named(SYSTEMS)].flat().join(' · ')
}

/** From where somebody signs in, and the session that they had there. */
export type Visit = { device: string; site: string; formerSessionId: string | undefined }

/** Where a request came from: the device, the site if it is one of ours, and the session that it belongs to. */
export async function visitOf(deps: Deps, request: FastifyRequest, actor: Actor | undefined): Promise<Visit> {
  const ours = (await signInHosts(deps)).some((origin) => new URL(origin).host === request.host)
  const { refreshToken } = presentedToken(request, {})
  const kept = refreshToken === undefined ? undefined : await sessionOfToken(deps.db, refreshToken)
  return {
    device: deviceOf(request.headers['user-agent']),
    site: ours ? request.host : '',
    formerSessionId: actor?.sessionId ?? kept?.session.id,
  }
}
