import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'
import { layout } from '@talad/proto/site/layout'
import type { Section } from '@talad/proto/site/sections'
import { queryClient } from '@talad/ui/client/query'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../i18n/index.ts'
import { conflictOf } from '../../../lib/conflict.ts'
import { documentQuery, HOME, saveHome, sectionsOf } from '../api.ts'
import { isSame, rebase } from './rebase.ts'
import { begin, redo, step, undo } from './steps.ts'

const SAVED_AFTER_MS = 1_000

/** The same key for each try to save the same draft: it is saved once (GW-10). */
const keys = new WeakMap<Section[], string>()
function keyOf(sections: Section[]): string {
  const key = keys.get(sections) ?? crypto.randomUUID()
  keys.set(sections, key)
  return key
}

const now = () => Date.now()

/**
 * A page that is being written: it saves itself a second after the last change, from the version that it was begun on.
 * What others have saved of other sections comes in; of the same one a conflict is told, and what was typed stays (AW-13).
 */
export function useHome(newest: DocumentShown) {
  const { site_id: siteId } = newest
  const query = documentQuery(siteId, HOME)
  const [base, setBase] = useState(newest)
  const [steps, setSteps] = useState(() => begin(sectionsOf(newest.draft ?? newest.published?.content)))
  const [saved, setSaved] = useState(steps.now)
  const keep = (state: DocumentShown) => {
    queryClient.setQueryData(query.queryKey, state)
    setBase(state)
  }
  const sent = useMutation({
    mutationFn: (sections: Section[]) =>
      saveHome({ site_id: siteId, version: base.version, sections }, keyOf(sections)),
    onSuccess: (state, sections) => {
      keep(state)
      if (!state.merged) return setSaved(sections)
      const theirs = sectionsOf(state.draft)
      setSaved(theirs)
      const onTop = (one: Section[]) => rebase(sections, one, theirs)
      setSteps(({ past, now: mine, ahead }) => ({
        past: past.map(onTop),
        now: onTop(mine),
        ahead: ahead.map(onTop),
      }))
    },
    onError: (error) => conflictOf(error) && queryClient.invalidateQueries(query),
  })
  const isDirty = !isSame(steps.now, saved)
  // where nothing was typed there is nothing to lose: what somebody else has saved is shown
  if (newest.version > base.version && !isDirty && !sent.isPending) {
    const theirs = sectionsOf(newest.draft ?? newest.published?.content)
    setBase(newest)
    setSaved(theirs)
    setSteps(begin(theirs))
  }
  const read = layout.safeParse({ sections: steps.now })
  const isRefused = sent.error !== null && sent.variables === steps.now
  const conflict = conflictOf(sent.error)
  const save = useEffectEvent(() => sent.mutate(steps.now))
  const isDue = isDirty && read.success && !sent.isPending && !isRefused && !conflict
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    if (!isDue) return
    const timer = window.setTimeout(save, SAVED_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [isDue, steps.now])
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(text('editing.leave')),
    enableBeforeUnload: isDirty,
  })
  const load = () => {
    const theirs = sectionsOf(newest.draft)
    setBase(newest)
    setSaved(theirs)
    setSteps((mine) => step(mine, theirs, { what: 'load', at: now() })) // undo brings mine again
    sent.reset()
  }
  return {
    base,
    sections: steps.now,
    change: (sections: Section[], what: string) =>
      setSteps((one) => step(one, sections, { what, at: now() })),
    undo: steps.past.length > 0 ? () => setSteps(undo) : undefined,
    redo: steps.ahead.length > 0 ? () => setSteps(redo) : undefined,
    faults: read.error?.issues.map(({ path }) => path.join('.')) ?? [],
    isDirty,
    isSaving: sent.isPending,
    failure: sent.error,
    save,
    keep,
    conflict: conflict && {
      load,
      /** of each section that was changed here what was typed, of the others what somebody else has saved */
      keepMine: () => {
        const theirs = sectionsOf(newest.draft)
        setBase(newest)
        setSaved(theirs)
        setSteps((mine) => step(mine, rebase(saved, mine.now, theirs), { what: 'mine', at: now() }))
        sent.reset()
      },
    },
  }
}
export type Home = ReturnType<typeof useHome>
