import { focusFault } from '@talad/ui/browser/focus-fault'
import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Tabs } from '@talad/ui/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { EditingBar, EditingTrouble, useEditing } from '../../../../ui/editing.tsx'
import { Loaded } from '../../../../ui/loaded.tsx'
import { useProject } from '../../api.ts'
import type { Faults } from '../../payload/faults.ts'
import { type Campaign, campaignQuery, modelQuery, type SavedModel, saveModel } from '../api.ts'
import { fromModelDraft, type ModelDraft, toModelDraft } from './draft.ts'
import { Drawing } from './drawing.tsx'
import { useModelFault } from './fault-words.ts'
import { refusedModel, standing, typedFaults } from './faults.ts'
import { ModelLists } from './lists.tsx'
import { CampaignPreview } from './preview.tsx'
import { Publish } from './publish.tsx'
import { RawModel } from './raw-model.tsx'
import { useSteps } from './steps.ts'

const toDraft = ({ model: { model } }: SavedModel): ModelDraft =>
  toModelDraft(model) ?? { slots: [], rewards: [], kept: model }

/** CA-16, AW-8: what a campaign asks for and gives, as a list and as a drawing. */
export function CampaignModel({ campaign }: { campaign: Campaign }) {
  return (
    <Loaded query={useQuery(modelQuery(campaign._id))}>
      {(saved) => <ModelEditor campaign={campaign} saved={saved} />}
    </Loaded>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z, also while something is typed: a field is undone as a whole. */
function useUndoKeys(steps: { undo: (() => void) | undefined; redo: (() => void) | undefined }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
      event.preventDefault()
      if (event.shiftKey) steps.redo?.()
      else steps.undo?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

function ModelEditor({ campaign, saved }: { campaign: Campaign; saved: SavedModel }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const [view, setView] = useState<'form' | 'raw'>('form')
  const [isChecked, setChecked] = useState(false)
  const [isReadable, setReadable] = useState(true)
  const [isSeen, setSeen] = useState(false)
  const [refused, setRefused] = useState<{ faults: Faults; of: ModelDraft }>()
  const { queryKey } = modelQuery(campaign._id)
  const editing = useEditing(saved, {
    stampOf: ({ model }) => model.version,
    toDraft,
    save: async (draft, base, key) => {
      setRefused(undefined)
      try {
        return await saveModel(campaign._id, fromModelDraft(draft), base.model.version, key)
      } catch (error) {
        setRefused({ faults: refusedModel(error, draft), of: draft })
        throw error
      }
    },
    keep: (next) => {
      queryClient.setQueryData(queryKey, next)
      void queryClient.invalidateQueries({ queryKey: campaignQuery(campaign._id).queryKey })
    },
    again: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { draft, setDraft, base } = editing
  const steps = useSteps(draft, setDraft)
  useUndoKeys(steps)
  const typed = typedFaults(draft)
  const faults: Faults = new Map([
    ...(refused ? standing(refused.faults, refused.of, draft) : []),
    ...(isChecked ? typed : []),
  ])
  const save = () => {
    setChecked(true)
    if (typed.size === 0 && isReadable) editing.save()
    else focusFault(document)
  }
  const mayWrite = mayChange('project.write')
  return (
    <div className="grid grid-cols-1 gap-5">
      <EditingTrouble editing={editing} faults={faults.size > 0} />
      <WholeFault message={faults.get('')} />
      <div className="flex flex-wrap gap-2">
        {mayWrite && (
          <>
            <Button size="small" look="quiet" disabled={!steps.undo} onClick={() => steps.undo?.()}>
              {t('model.undo')}
            </Button>
            <Button size="small" look="quiet" disabled={!steps.redo} onClick={() => steps.redo?.()}>
              {t('model.redo')}
            </Button>
          </>
        )}
        <Button size="small" look="quiet" aria-pressed={isSeen} onClick={() => setSeen(!isSeen)}>
          {t(isSeen ? 'preview.hide' : 'preview.show')}
        </Button>
      </div>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <Tabs
          label={t('model.views')}
          value={view}
          tabs={[
            { value: 'form', text: t('payload.fields') },
            { value: 'raw', text: t('payload.json') },
          ]}
          onChange={(next) => {
            // what could not be read is not kept: the fields say what is
            setReadable(true)
            setView(next)
          }}
        >
          <fieldset disabled={!mayWrite} className="contents">
            {view === 'form' ? (
              <ModelLists model={draft} faults={faults} onChange={steps.change} />
            ) : (
              <RawModel
                key={base.model.version}
                model={draft}
                onChange={steps.change}
                onReadable={setReadable}
              />
            )}
          </fieldset>
        </Tabs>
        <div className="max-xl:row-start-1 xl:sticky xl:top-19 xl:self-start">
          {isSeen ? (
            <CampaignPreview campaign={campaign} model={draft} />
          ) : (
            <Drawing model={draft} faults={faults} />
          )}
        </div>
      </div>
      {mayWrite && (
        <EditingBar editing={{ ...editing, save }}>
          <Publish campaign={campaign} saved={saved} isDirty={editing.isDirty} />
        </EditingBar>
      )}
    </div>
  )
}

function WholeFault({ message }: { message: string | undefined }) {
  const words = useModelFault()
  if (message === undefined) return null
  return (
    <p role="alert" className="text-sm text-chili">
      {words(message)}
    </p>
  )
}
