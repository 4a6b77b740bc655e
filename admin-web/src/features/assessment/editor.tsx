import type { ContentKey } from '@talad/proto/http/assessment'
import type { ContentState } from '@talad/proto/http/assessment-admin'
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
import { type Faults, isSame, readDraft, toDraft } from './draft.ts'
import { DraftForm } from './draft-form.tsx'
import { Preview } from './preview.tsx'
import { Publish } from './publish.tsx'
import { languageTexts } from './words.ts'

const NO_FAULTS: Faults = new Map()
type View = 'draft' | 'preview' | 'changes'

/** What is written, and from which version on: what somebody else has saved meanwhile is never written over (AW-4). */
function useEditor(contentKey: ContentKey, newest: ContentState) {
  const [base, setBase] = useState(newest)
  const [draft, setDraft] = useState(() => toDraft(newest.draft))
  const [saved, setSaved] = useState(draft)
  const [faults, setFaults] = useState(NO_FAULTS)
  const keep = (state: ContentState) => {
    queryClient.setQueryData(contentQuery(contentKey).queryKey, state)
    setBase(state)
  }
  const save = useMutation({
    mutationFn: async (what: typeof draft) => {
      const read = readDraft(what)
      setFaults('faults' in read ? read.faults : NO_FAULTS)
      if ('faults' in read) throw new Error(text('assessment.faults'))
      const about = { content_key: contentKey, version: base.version, content: read.content }
      keep(await saveDraft(about, crypto.randomUUID()))
      setSaved(what)
      say(text('assessment.saved'), 'success')
    },
    onError: (error) => conflictOf(error) && queryClient.invalidateQueries(contentQuery(contentKey)),
  })
  const load = () => {
    const next = toDraft(newest.draft)
    setBase(newest)
    setDraft(next)
    setSaved(next)
    setFaults(NO_FAULTS)
    save.reset()
  }
  const isBehind = newest.version > base.version
  return { base, draft, setDraft, faults, save, keep, load, isBehind, isDirty: !isSame(draft, saved) }
}

/** AW-12: writes an assessment, shows it as people will see it and beside what is published, and publishes it. */
export function AssessmentEditor({ contentKey, state }: { contentKey: ContentKey; state: ContentState }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [view, setView] = useState<View>('draft')
  const [isPublishing, setPublishing] = useState(false)
  const { base, draft, setDraft, faults, save, keep, load, isBehind, isDirty } = useEditor(contentKey, state)
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm(text('assessment.leave')),
    enableBeforeUnload: isDirty,
  })
  const read = readDraft(draft)
  const written = 'content' in read ? read.content : undefined
  const mayWrite = can('assessment.write')
  const isNews = JSON.stringify(base.draft) !== JSON.stringify(base.published)
  return (
    <div className="grid gap-5">
      {(isBehind || save.isError) && (
        <div role="alert">
          <Notice tone="bad">
            <p>{isBehind ? t('decision.conflict') : messageOf(save.error)}</p>
            {isBehind && (
              <>
                {conflictOf(save.error)?.by && (
                  <p>{t('decision.conflictBy', { by: conflictOf(save.error)?.by ?? '' })}</p>
                )}
                <p>{t('assessment.behind')}</p>
                <Button size="small" look="quiet" className="mt-2" onClick={load}>
                  {t('assessment.load')}
                </Button>
              </>
            )}
          </Notice>
        </div>
      )}
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
            <DraftForm draft={draft} faults={faults} onChange={setDraft} />
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
          <Button
            size="small"
            busy={save.isPending}
            disabled={!isDirty || isBehind}
            onClick={() => save.mutate(draft)}
          >
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
            {isDirty
              ? t('assessment.unsaved')
              : isNews
                ? t('assessment.unpublished')
                : t('assessment.asPublished')}
          </p>
        </div>
      )}
      {isPublishing && (
        <Publish contentKey={contentKey} state={base} onDone={keep} onClose={() => setPublishing(false)} />
      )}
    </div>
  )
}
