import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { loadModules, type Module } from '../modules.ts'
import {
  COMMON,
  commonRows,
  type DeclaredCode,
  declaredCodes,
  type RejectionRows,
  rowsByService,
  tableOf,
} from '../rejections.ts'

/** A code that a contract declares and its service doesn't throw, and why it stays declared. */
export type Unthrown = { service: string; code: string; because: string }

const unthrown: Unthrown[] = []

/** GW-8, GW-9: a rejection code that is declared is thrown, has a row, and means and says the same everywhere. */
export const codes: Guard = codesBut(unthrown)

/** The guard with another list of codes that nobody throws. It fails on one that somebody throws, or nobody declares. */
export function codesBut(listed: readonly Unthrown[]): Guard {
  return {
    name: 'codes',
    inspect: async (root) => {
      const common = await commonRows(root)
      const byService = await rowsByService(root, common)
      const thrown = thrownIn(await loadModules(root))
      const dead = deadDeclarations(await declaredCodes(root), { common, byService, thrown })
      const isListed = (one: Dead) => listed.some((other) => isAbout(one, other))
      const gone = listed.filter((other) => !dead.some((one) => isAbout(one, other)))
      return {
        problems: [
          ...deadRows(common, byService, thrown),
          ...dead.filter((one) => !isListed(one)).map(({ problem }) => problem),
          ...gone.map(({ service, code }) => `${code} of ${service} is listed as unthrown, but is not`),
          ...severalMeanings(common, byService),
        ],
      }
    },
  }
}

type Dead = DeclaredCode & { problem: string }

function isAbout(one: Dead, other: Unthrown): boolean {
  return one.service === other.service && one.code === other.code
}

type Known = { common: RejectionRows; byService: Map<string, RejectionRows>; thrown: Thrown }

/** From a service, the kit among them, to the codes that its sources name as a value. */
type Thrown = Map<string, Set<string>>

const KIT = '_shared'
/** What several services know: its codes are thrown in whoever calls it. */
const MARKET = '_market'
const source = /^services\/([^/]+)\/src\//
const row = /^(?:commonRejections|rejections)\.([A-Z0-9_]+)$/

/**
 * A decider may return a code that its caller throws, so every value counts; so does a row that is named. A comparison
 * doesn't: it hears of a code and gives none.
 */
function thrownIn(modules: Module[]): Thrown {
  const thrown: Thrown = new Map()
  for (const { path, source: read } of modules) {
    const [, service = ''] = source.exec(path) ?? []
    if (service === '' || isTest(path)) continue
    const found = thrown.get(service) ?? new Set()
    for (const { text } of read.constants) found.add(text)
    for (const { text } of read.names) found.add(row.exec(text)?.[1] ?? '')
    thrown.set(service, found)
  }
  return thrown
}

function deadRows(common: RejectionRows, byService: Map<string, RejectionRows>, thrown: Thrown): string[] {
  const anywhere = new Set([...thrown.values()].flatMap((codes) => [...codes]))
  return [
    ...Object.keys(common)
      .filter((code) => !anywhere.has(code))
      .map((code) => `${COMMON} has ${code}, which nobody throws`),
    ...[...byService].flatMap(([service, rows]) =>
      Object.keys(rows)
        .filter((code) => !isThrown(thrown, service, code))
        .map((code) => `${tableOf(service)} has ${code}, which ${service} never throws`),
    ),
  ]
}

function deadDeclarations(declared: DeclaredCode[], { common, byService, thrown }: Known): Dead[] {
  return declared.flatMap((one) => {
    const { service, code, call } = one
    const says = `${call} declares ${code.toLowerCase()}`
    if (byService.get(service)?.[code] === undefined && common[code] === undefined) {
      return [{ ...one, problem: `${says}, which has no row in ${tableOf(service)}` }]
    }
    return isThrown(thrown, service, code)
      ? []
      : [{ ...one, problem: `${says}, which ${service} never throws` }]
  })
}

function isThrown(thrown: Thrown, service: string, code: string): boolean {
  return [service, KIT, MARKET].some((one) => thrown.get(one)?.has(code) ?? false)
}

function severalMeanings(common: RejectionRows, byService: Map<string, RejectionRows>): string[] {
  const rows = [[KIT, common] as const, ...byService].flatMap(([service, table]) =>
    Object.entries(table).map(([code, { status, en, th }]) => ({
      service,
      code,
      status,
      text: `${en} · ${th}`,
    })),
  )
  return [...Map.groupBy(rows, ({ code }) => code)].flatMap(([code, several]) => {
    const differences = (of: (row: (typeof rows)[number]) => number | string) => {
      const each = [...Map.groupBy(several, of)].map(
        ([value, those]) => `${value} in ${those.map(({ service }) => service).join(', ')}`,
      )
      return each.length > 1 ? `${code} is ${each.join(' and ')}` : undefined
    }
    const statuses = differences(({ status }) => status)
    const texts = differences(({ text }) => text)
    return [
      ...(statuses === undefined ? [] : [`${statuses}: one code has one status (GW-9)`]),
      ...(texts === undefined ? [] : [`${texts}: one code has one text (WB-17)`]),
    ]
  })
}
