import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import type { AssessmentContent, ContentState } from '@talad/proto/http/moderation/assessment-admin'
import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { text, useText } from '../../i18n/index.ts'
import { conflictOf } from '../../lib/conflict.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { messageOf } from '../../lib/refusal.ts'
import { contentQuery, saveDraft } from './api.ts'
import { Changes } from './changes.tsx'
import { type Draft, type Faults, isSame, readDraft, toDraft } from './draft.ts'
import { DraftForm } from './draft-form.tsx'
import { Preview } from './preview.tsx'
import { Publish } from './publish.tsx'
import { languageTexts, standingText } from './words.ts'

const NO_FAULTS: Faults = new Map()
type View = 'draft' | 'preview' | 'changes'

/** The same key for each try to save the same text: it is saved once. */
const keys = new WeakMap<Draft, string>()
function keyOf(draft: Draft): string {
  const key = keys.get(draft) ?? crypto.randomUUID()
  keys.set(draft, key)
  return key
}

/** What is written, and from which version on: what somebody else has saved meanwhile is never written over (AW-4). */
function useEditor(contentKey: ContentKey, newest: ContentState) {
  const [base, setBase] = useState(newest)
  const [draft, setDraft] = useState(() => toDraft(newest.draft))
  const [saved, setSaved] = useState(draft)
  const [isChecked, setChecked] = useState(false)
  const read = readDraft(draft)
  const keep = (state: ContentState) => {
    queryClient.setQueryData(contentQuery(contentKey).queryKey, state)
    setBase(state)
  }
  const sent = useMutation({
    mutationFn: ({ content, of }: { content: AssessmentContent; of: Draft }) =>
      saveDraft({ content_key: contentKey, version: base.version, content }, keyOf(of)),
    onSuccess: (state, { of }) => {
      keep(state)
      setSaved(of) // somebody may have typed on meanwhile
      say(text('assessment.saved'), 'success')
    },
    onError: (error) => conflictOf(error) && queryClient.invalidateQueries(contentQuery(contentKey)),
  })
  const save = () => {
    setChecked(true)
    if ('content' in read) sent.mutate({ content: read.content, of: draft })
  }
  const load = () => {
    const next = toDraft(newest.draft)
    setBase(newest)
    setDraft(next)
    setSaved(next)
    setChecked(false)
    sent.reset()
  }
  return {
    base,
    draft,
    setDraft,
    save,
    keep,
    load,
    failure: sent.error,
    isSaving: sent.isPending,
    written: 'content' in read ? read.content : undefined,
    faults: isChecked && 'faults' in read ? read.faults : NO_FAULTS,
    isBehind: newest.version > base.version,
    isDirty: !isSame(draft, saved),
  }
}

/** AW-12: writes an assessment, shows it as people will see it and beside what is published, and publishes it. */
export function AssessmentEditor({ contentKey, state }: { contentKey: ContentKey; state: ContentState }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [view, setView] = useState<View>('draft')
  const [isPublishing, setPublishing] = useState(false)
  const editor = useEditor(contentKey, state)
  const { base, written, isBehind, isDirty } = editor
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm(text('assessment.leave')),
    enableBeforeUnload: isDirty,
  })
  const mayWrite = can('assessment.write')
  return (
    <div className="grid gap-5">
      <Trouble editor={editor} />
      <Tabs
        label={t('assessment.views')}
        value={view}
        tabs={[
          { value: 'draft', text: t('assessment.draft') },
          { value: 'preview', text: t('assessment.preview') },
          { value: 'changes', text: t('assessment.changes') },
        ]}
        onChange={setView}
      >
        {view === 'draft' && (
          <fieldset disabled={!mayWrite} className="contents">
            <DraftForm draft={editor.draft} faults={editor.faults} onChange={editor.setDraft} />
          </fieldset>
        )}
        {view !== 'draft' && !written && <p className="text-soft">{t('assessment.unfinished')}</p>}
        {view === 'preview' && written && (
          <div className="grid gap-8 xl:grid-cols-2">
            {(['th', 'en'] as const).map((language) => {
              const shown = written.texts[language]
              if (!shown) return null
              return (
                <div key={language} lang={language} className="grid gap-3">
                  <h3 className="text-center text-base">{t(languageTexts[language])}</h3>
                  <Preview text={shown} percentage={written.pass_percentage} />
                </div>
              )
            })}
          </div>
        )}
        {view === 'changes' && written && <Changes before={base.published} after={written} />}
      </Tabs>
      {mayWrite && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface p-3 shadow-card">
          <Button size="small" busy={editor.isSaving} disabled={!isDirty || isBehind} onClick={editor.save}>
            {t('assessment.save')}
          </Button>
          <Button
            size="small"
            look="quiet"
            disabled={isDirty || isBehind || base.draft === null}
            onClick={() => setPublishing(true)}
          >
            {t('assessment.publish')}
          </Button>
          <p role="status" className="text-sm text-soft">
            {isDirty ? t('assessment.unsaved') : t(standingText(base))}
          </p>
        </div>
      )}
      {isPublishing && (
        <Publish
          contentKey={contentKey}
          state={base}
          onDone={editor.keep}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  )
}

/** Why it could not be saved; what was typed stays. */
function Trouble({ editor }: { editor: ReturnType<typeof useEditor> }) {
  const { t } = useText()
  const { isBehind, faults, failure, load } = editor
  const by = conflictOf(failure)?.by
  if (!isBehind && faults.size === 0 && failure === null) return null
  return (
    <div role="alert">
      <Notice tone="bad">
        {isBehind ? (
          <>
            <p className="font-semibold">{t('decision.conflict')}</p>
            {by !== undefined && <p>{t('decision.conflictBy', { by })}</p>}
            <p>{t('assessment.behind')}</p>
            <Button size="small" look="quiet" className="mt-2" onClick={load}>
              {t('assessment.load')}
            </Button>
          </>
        ) : (
          <p>{faults.size > 0 ? t('assessment.faults') : messageOf(failure)}</p>
        )}
      </Notice>
    </div>
  )
}
