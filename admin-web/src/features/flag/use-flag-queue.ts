import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '../../i18n/index.ts'
import { type Conflict, conflictOf } from '../../lib/conflict.ts'
import { bringRefusals, codeOf, messageOf } from '../../lib/refusal.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import {
  claimCase,
  FLAGS,
  flagCaseQuery,
  readAgain,
  releaseCase,
  resolveMany,
  resolveOne,
  type Seen,
  undoMany,
  type Verdict,
} from './api.ts'
import { nameOf } from './columns.tsx'
import { rowsNow, targetsOf } from './rows-now.ts'
import { useTaking } from './use-taking.ts'

/** What came of one of the decisions; `code` null: it was made. */
export type Outcome = {
  id: string
  name: string
  code: string | null
  version: number | null
  conflict?: Conflict | undefined
}

/** MO-19: several together; one alone is told who was faster (AW-4). */
async function resolve(cases: readonly FlagCase[], verdict: Verdict): Promise<Outcome[]> {
  const key = crypto.randomUUID()
  const seen = cases.map(({ _id, version }) => ({ case_id: _id, version }))
  const [one, ...others] = cases
  if (one && others.length === 0) return [await resolveAlone(one, verdict, key)]
  return namedAs(cases, (await resolveMany(seen, verdict, key)).results)
}

async function resolveAlone(one: FlagCase, verdict: Verdict, key: string): Promise<Outcome> {
  const about = { id: one._id, name: nameOf(one) }
  try {
    const { version } = (await resolveOne({ case_id: one._id, version: one.version }, verdict, key)).case
    return { ...about, code: null, version }
  } catch (error) {
    const conflict = conflictOf(error)
    if (!conflict) throw error
    return { ...about, code: codeOf(error) ?? '', version: null, conflict }
  }
}

type Result = { case_id: string; ok: boolean; code: string | null; version: number | null }

const namedAs = (cases: readonly FlagCase[], results: readonly Result[]): Outcome[] =>
  results.map(({ case_id: id, code, version }) => {
    const row = cases.find(({ _id }) => _id === id)
    return { id, name: row ? nameOf(row) : id, code, version }
  })

/** What was done, to be taken back. */
const done = (outcomes: readonly Outcome[]): Seen[] =>
  outcomes.flatMap(({ id, version }) => (version === null ? [] : [{ case_id: id, version }]))

/** Where one is in the queue, what is selected, what is asked for, what came of it, and what can be taken back. */
export function useFlagQueue() {
  const { search, change } = useAddress()
  const [selected, setSelected] = useState<ReadonlyMap<string, FlagCase>>(new Map())
  const [asked, setAsked] = useState<'ignore' | 'suspend'>()
  const [last, setLast] = useState<readonly Seen[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isBusy, setBusy] = useState(false)
  const open = search.id
  const taking = useTaking()

  const go = (step: 1 | -1, without: ReadonlySet<string> = new Set()) => {
    const rows = rowsNow()
    const at = rows.findIndex(({ _id }) => _id === open)
    const after = step === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).toReversed()
    const rest = without.size > 0 ? [...after, ...rows.slice(0, Math.max(at, 0))] : after
    const next = rest.find(
      // after a decision, one that nobody has decided meanwhile
      ({ _id, resolution }) => !without.has(_id) && (without.size === 0 || resolution === 'flagged'),
    )
    if (next || without.size > 0) change({ id: next?._id })
  }
  const toggle = (id: string) => {
    const row = rowsNow().find(({ _id }) => _id === id)
    setSelected((now) => {
      const next = new Map(now)
      if (!next.delete(id) && row) next.set(id, row)
      return next
    })
  }
  useIsFetching({ queryKey: [FLAGS] }) // what was read is read below
  const targetsNow = (): FlagCase[] => {
    const read = open === undefined ? undefined : queryClient.getQueryData(flagCaseQuery(open).queryKey)
    return targetsOf({ selected: [...selected.values()], rows: rowsNow(), read })
  }

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      say(messageOf(error), 'error')
    } finally {
      setBusy(false)
      await readAgain()
    }
  }
  /** A refusal, or what came of several, stays to be read; of one alone a line is enough. */
  const tell = (found: readonly Outcome[], line: string) => {
    const isPlain = found.length === 1 && found.every(({ code }) => code === null)
    if (isPlain) {
      setOutcomes([])
      say(line, 'success')
    } else
      void bringRefusals()
        .finally(() => setOutcomes(found))
        .catch(() => undefined)
  }
  /** Decides what is selected, or else what is open, and goes on to the next; where it was refused one stays. */
  const decide = (verdict: Verdict) =>
    run(async () => {
      const cases = targetsNow()
      setAsked(undefined)
      if (cases.length === 0) return
      const found = await resolve(cases, verdict)
      taking.forget()
      tell(found, text('flag.decided', { count: String(cases.length) }))
      const made = done(found)
      if (made.length > 0) setLast(made)
      setSelected(new Map())
      if (made.length > 0) go(1, new Set(made.map(({ case_id }) => case_id)))
    })
  const undo = (cases: readonly Seen[] = last) =>
    run(async () => {
      if (cases.length === 0) return
      const { results } = await undoMany(cases, crypto.randomUUID())
      tell(namedAs(rowsNow(), results), text('flag.undone'))
      setLast([])
      change({ id: cases[0]?.case_id })
    })
  const claim = () =>
    run(async () => {
      const row = rowsNow().find(({ _id }) => _id === open)
      if (row) await (row.claim?.is_me ? releaseCase : claimCase)(row._id)
    })
  const targets = targetsNow()
  /** AW-5: who begins to decide claims by it, and gives back what they leave. */
  const ask = (kind: 'ignore' | 'suspend') => {
    setOutcomes([])
    setAsked(targets.length > 0 ? kind : undefined)
    taking.take(targets)
  }
  const leave = () => {
    setAsked(undefined)
    taking.giveBack()
  }
  const note = (seen: Seen) => setLast([seen])
  const forget = () => setOutcomes([])
  return {
    open,
    selected,
    targets,
    asked,
    last,
    outcomes,
    isBusy,
    go,
    toggle,
    decide,
    undo,
    claim,
    ask,
    leave,
    note,
    forget,
  }
}
export type FlagQueue = ReturnType<typeof useFlagQueue>
