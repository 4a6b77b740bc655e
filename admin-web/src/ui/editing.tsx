import { ResponseError } from '@talad/proto/http/client'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { text, useText } from '../i18n/index.ts'
import { conflictOf } from '../lib/conflict.ts'
import { messageOf } from '../lib/refusal.ts'
import { Moment } from './moment.tsx'

type About<Saved, Draft> = {
  /** grows with each change, as a number or a moment */
  stampOf: (saved: Saved) => number | string
  toDraft: (saved: Saved) => Draft
  /** @param base what the draft was begun on; @param key the same for each try of this editor (GW-10) */
  save: (draft: Draft, base: Saved, key: string) => Promise<Saved>
  /** puts what was answered where `newest` is read from */
  keep: (saved: Saved) => void
  /** reads `newest` again */
  again: () => Promise<unknown>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What is being written, and what it was begun on: what somebody else has saved meanwhile is never written over unasked,
 * and what was typed stays (AW-4, CA-15).
 */
export function useEditing<Saved, Draft>(newest: Saved, about: About<Saved, Draft>) {
  const { stampOf, toDraft, keep, again } = about
  const [base, setBase] = useState(newest)
  const [draft, setDraft] = useState(() => toDraft(newest))
  const [begun, setBegun] = useState(draft)
  const [key] = useState(() => crypto.randomUUID())
  const sent = useMutation({
    mutationFn: (of: Draft) => about.save(of, base, key),
    onSuccess: (state, of) => {
      keep(state)
      setBase(state)
      setBegun(of) // somebody may have typed on meanwhile
      say(text('editing.saved'), 'success')
    },
    onError: (error) => conflictOf(error) && again(),
  })
  const isDirty = !isSame(draft, begun)
  const isBehind = stampOf(newest) > stampOf(base)
  const take = () => {
    const next = toDraft(newest)
    setBase(newest)
    setDraft(next)
    setBegun(next)
  }
  // where nothing was typed there is nothing to lose
  if (isBehind && !isDirty && !sent.isPending) take()
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(text('editing.leave')),
    enableBeforeUnload: isDirty,
  })
  return {
    base,
    draft,
    setDraft,
    save: () => sent.mutate(draft),
    // of what is written now: what was changed since may be right
    failure: sent.variables === draft || conflictOf(sent.error) ? sent.error : null,
    isSaving: sent.isPending,
    isDirty,
    isBehind,
    /** what somebody else has saved, in place of what was typed */
    load: () => {
      take()
      sent.reset()
    },
    /** what was saved beside it; `isSame`: it changed nothing of what is written here */
    rebase: (saved: Saved, isSame: boolean) => {
      keep(saved)
      if (isSame) setBase(saved)
    },
    /** what was typed, to be saved over what somebody else has saved */
    keepMine: () => {
      setBase(newest)
      sent.reset()
    },
  }
}

export type Editing = Pick<
  ReturnType<typeof useEditing>,
  'failure' | 'isSaving' | 'isDirty' | 'isBehind' | 'load' | 'keepMine' | 'save'
>

/** Why it could not be saved; what was typed stays. */
export function EditingTrouble({ editing, faults }: { editing: Editing; faults: boolean }) {
  const { t } = useText()
  const { isBehind, failure, load, keepMine } = editing
  const conflict = conflictOf(failure)
  if (!isBehind && !faults && failure === null) return null
  return (
    <div role="alert">
      <Notice tone="bad">
        {isBehind ? (
          <>
            <p className="font-semibold">{t('decision.conflict')}</p>
            {conflict?.by !== undefined && <p>{t('decision.conflictBy', { by: conflict.by })}</p>}
            {conflict?.at !== undefined && <Moment at={conflict.at} />}
            <p>{t('editing.behind')}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="small" look="quiet" onClick={load}>
                {t('editing.load')}
              </Button>
              <Button size="small" look="quiet" onClick={keepMine}>
                {t('editing.keepMine')}
              </Button>
            </div>
          </>
        ) : (
          <p>{failure === null ? t('editing.faults') : messageOf(failure)}</p>
        )}
      </Notice>
    </div>
  )
}

/** What stays in sight below what is written: saving it, and whether it is saved. */
export function EditingBar({ editing, children }: { editing: Editing; children?: ReactNode }) {
  const { t } = useText()
  const { isSaving, isDirty, isBehind, save } = editing
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface p-3 shadow-card">
      <Button size="small" busy={isSaving} disabled={!isDirty || isBehind} onClick={save}>
        {t('editing.save')}
      </Button>
      {children}
      <p role="status" className="text-sm text-soft">
        {t(isDirty ? 'editing.unsaved' : 'editing.isSaved')}
      </p>
    </div>
  )
}

/** The field that a refusal is about, dotted; undefined where it is about none. */
export const refusedField = (error: unknown): string | undefined =>
  error instanceof ResponseError ? error.problem?.field : undefined
