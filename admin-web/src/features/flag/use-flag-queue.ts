import type { FlagCase } from '@talad/proto/http/flagging-admin'
import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { useState } from 'react'
import { text } from '../../i18n/index.ts'
import { messageOf, textOfCode } from '../../lib/refusal.ts'
import type { ListPage } from '../../ui/data-table/column.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import {
  claimCase,
  FLAGS,
  readAgain,
  releaseCase,
  resolveMany,
  type Seen,
  undoMany,
  type Verdict,
} from './api.ts'

const rowsNow = () =>
  queryClient
    .getQueriesData<ListPage<FlagCase>>({ queryKey: [FLAGS, 'list'], type: 'active' })
    .flatMap(([, page]) => page?.rows ?? [])

type Result = { case_id: string; ok: boolean; code: string | null; version: number | null }

/** What was refused is told by the first of the reasons. */
function tell(results: readonly Result[], done: string): Seen[] {
  const refused = results.find(({ ok }) => !ok)
  if (refused) say(textOfCode(refused.code ?? '') ?? refused.code ?? '', 'error')
  else say(done, 'success')
  return results.flatMap(({ case_id, ok, version }) => (ok && version !== null ? [{ case_id, version }] : []))
}

/** Where one is in the queue, what is selected, what is asked for, and what can be taken back. */
export function useFlagQueue() {
  const { search, change } = useAddress()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<'ignore' | 'suspend'>()
  const [last, setLast] = useState<readonly Seen[]>([])
  const [isBusy, setBusy] = useState(false)
  const open = search.id

  const go = (step: 1 | -1, without: ReadonlySet<string> = new Set()) => {
    const rows = rowsNow()
    const at = rows.findIndex(({ _id }) => _id === open)
    const after = step === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).toReversed()
    const rest = without.size > 0 ? [...after, ...rows.slice(0, Math.max(at, 0))] : after
    const next = rest.find(({ _id }) => !without.has(_id))
    if (next || without.size > 0) change({ id: next?._id })
  }
  const toggle = (id: string) =>
    setSelected((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const targets = () => {
    const ids = selected.size > 0 ? selected : new Set(open === undefined ? [] : [open])
    return rowsNow().filter(({ _id, resolution }) => ids.has(_id) && resolution === 'flagged')
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
  /** Decides what is selected, or else what is open, and goes on to the next. */
  const decide = (verdict: Verdict) =>
    run(async () => {
      const cases = targets().map(({ _id, version }) => ({ case_id: _id, version }))
      setAsked(undefined)
      if (cases.length === 0) return
      const { results } = await resolveMany(cases, verdict, crypto.randomUUID())
      const done = tell(results, text('flag.decided', { count: String(cases.length) }))
      if (done.length > 0) setLast(done)
      setSelected(new Set())
      go(1, new Set(done.map(({ case_id }) => case_id)))
    })
  const undo = () =>
    run(async () => {
      if (last.length === 0) return
      const { results } = await undoMany(last, crypto.randomUUID())
      tell(results, text('flag.undone'))
      setLast([])
      change({ id: last[0]?.case_id })
    })
  const claim = () =>
    run(async () => {
      const row = rowsNow().find(({ _id }) => _id === open)
      if (row) await (row.claim?.is_me ? releaseCase : claimCase)(row._id)
    })
  const ask = (kind: 'ignore' | 'suspend') => setAsked(targets().length > 0 ? kind : undefined)
  const leave = () => setAsked(undefined)
  const note = (done: Seen) => setLast([done])
  return {
    ...{ open, selected, asked, last, isBusy },
    ...{ go, toggle, decide, undo, claim, ask, leave, note },
  }
}
export type FlagQueue = ReturnType<typeof useFlagQueue>
