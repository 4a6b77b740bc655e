import type { Role } from '@talad/proto/http/campaign/abilities'
import { MOST_PATTERNS } from '@talad/proto/http/identity/account-checks'
import { type Pattern, parsePattern, patternText } from '@talad/proto/http/identity/verified-fields'
import type { Db } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { Sealer } from '@talad/shared/sealing'
import type { Identity } from '../identity/client.ts'
import { MOST_PATTERNS_OF_PROJECT } from './decide.ts'
import { type PatternRow, patternsOf } from './rows.ts'

/** What identity answered counts so long; a pattern that was given or taken counts at once. */
const FRESH_MS = 2_000
const MOST_ANSWERS = 10_000

/** CA-3: who has which role because a pattern means them. Where identity is away, nobody has one. */
export type PatternRoles = {
  in(projectId: string, accountId: string): Promise<Role[]>
  /** by project, of the newest patterns of all projects */
  everywhere(accountId: string): Promise<ReadonlyMap<string, readonly Role[]>>
}

/** ID-42: the text of a pattern is sealed for its grant, and known again in its project by a fingerprint. */
export function makePatternTexts(sealer: Sealer) {
  return {
    seal: (pattern: Pattern, grantId: string) => sealer.seal(patternText(pattern), grantId),
    open(sealed: Buffer, grantId: string): Pattern {
      const pattern = parsePattern(sealer.open(sealed, grantId))
      if (!pattern) throw new Error(`the pattern of grant ${grantId} is none any more`)
      return pattern
    },
    fingerprint: (projectId: string, pattern: Pattern) =>
      sealer.fingerprint(`${projectId} ${patternText(pattern)}`).toString('hex'),
  }
}
export type PatternTexts = ReturnType<typeof makePatternTexts>

type Answer = { askedAt: number; matching: Promise<ReadonlySet<string>> }

/** Identity is away: nobody is meant. */
function nobody(error: unknown): ReadonlySet<string> {
  if (error instanceof Rejection) return new Set()
  throw error
}

export function makePatternRoles(deps: { db: Db; identity: Identity; texts: PatternTexts }): PatternRoles {
  const { db, identity, texts } = deps
  const answers = new Map<string, Answer>()

  async function ask(accountId: string, rows: readonly PatternRow[]): Promise<ReadonlySet<string>> {
    const patterns = rows.map(({ sealed, id }) => texts.open(sealed, id))
    const matching = new Set(await identity.matching(accountId, patterns))
    return new Set(rows.flatMap(({ id }, at) => (matching.has(at) ? [id] : [])))
  }

  /** Those of the patterns that mean an account; all of them are part of the question, so no answer outlives one. */
  async function matching(accountId: string, rows: readonly PatternRow[]): Promise<PatternRow[]> {
    if (rows.length === 0) return []
    const key = `${accountId} ${hashOf(rows.map(({ id }) => id))}`
    let answer = answers.get(key)
    if (!answer || performance.now() - answer.askedAt >= FRESH_MS) {
      answer = { askedAt: performance.now(), matching: ask(accountId, rows).catch(nobody) }
      answers.delete(key)
      answers.set(key, answer)
      const [oldest] = answers.keys()
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
    }
    const ids = await answer.matching
    return rows.filter(({ id }) => ids.has(id))
  }

  return {
    async in(projectId, accountId) {
      const rows = await patternsOf(db, projectId, MOST_PATTERNS_OF_PROJECT)
      return (await matching(accountId, rows)).map(({ role }) => role)
    },
    async everywhere(accountId) {
      const found = await matching(accountId, await patternsOf(db, undefined, MOST_PATTERNS))
      const byProject = Map.groupBy(found, ({ project_id: id }) => id)
      return new Map([...byProject].map(([id, rows]) => [id, rows.map(({ role }) => role)]))
    },
  }
}
