import { queryClient, refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { useText } from '../../../i18n/index.ts'
import { EditingBar, EditingTrouble, useEditing } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { useFaultText } from '../payload/fault-words.ts'
import { Cell, ChoiceCell, Row } from '../payload/rows.tsx'
import { CAMPAIGNS, type Choices, modelQuery, type SavedModel, saveModel } from './api.ts'
import { Entry, Faulty, optionsOf } from './entry.tsx'
import { faultAt, fromModelDraft, modelFaults, NEW_ENTRY, NEW_REWARD, toModelDraft } from './model-draft.ts'

/** A list in which one is another, or gone. */
const put = <T,>(list: readonly T[], at: number, ...next: T[]) => list.toSpliced(at, 1, ...next)

/** CA-16: what a campaign asks for and gives, as a list: a draft, until it is made live. */
export function ModelEditor({ saved, choices }: { saved: SavedModel; choices: Choices }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const words = useFaultText()
  const { queryKey } = modelQuery(saved.model.campaign_id)
  const editing = useEditing(saved, {
    stampOf: ({ model }) => model.version,
    toDraft: ({ model }) => toModelDraft(model.model),
    save: (draft, { model: { campaign_id, version } }, key) =>
      // each version is saved under a key of its own
      saveModel({ campaign_id, version, model: fromModelDraft(draft) }, `${key}-${version}`),
    keep: (next) => {
      queryClient.setQueryData(queryKey, next)
      void refetch(CAMPAIGNS)
    },
    again: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { draft, setDraft, failure } = editing
  const { requirements, rewards } = draft
  const faults = modelFaults(failure)
  const at = (path: string) => words(faultAt(faults, path))
  const whole = [...faults].filter(([path]) => ['', 'requirements', 'rewards'].includes(path))
  const mayWrite = mayChange('project.write')
  return (
    <div className="grid grid-cols-1 gap-6">
      <EditingTrouble editing={editing} faults={false} />
      {whole.map(([path, message]) => (
        <p key={path} role="alert" className="text-sm text-chili">
          {words(message)}
        </p>
      ))}
      <fieldset disabled={!mayWrite} className="grid gap-6">
        <section className="grid gap-3">
          <h3 className="text-base">{t('campaign.asks')}</h3>
          <p className="text-sm text-soft">{t('campaign.asksText')}</p>
          <ul className="grid gap-4">
            {requirements.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own
              <li key={index} className="rounded-md border border-line p-3">
                <ul>
                  <Row
                    name={entry.tag}
                    onRemove={() => setDraft({ ...draft, requirements: put(requirements, index) })}
                  >
                    <Entry
                      entry={entry}
                      choices={choices}
                      fault={(field) => at(`requirements.${index}.${field}`)}
                      onChange={(next) =>
                        setDraft({ ...draft, requirements: put(requirements, index, next) })
                      }
                    />
                  </Row>
                </ul>
              </li>
            ))}
          </ul>
          <div>
            <Button
              size="small"
              look="quiet"
              onClick={() => setDraft({ ...draft, requirements: [...requirements, NEW_ENTRY] })}
            >
              {t('campaign.addEntry')}
            </Button>
          </div>
        </section>
        <section className="grid gap-3">
          <h3 className="text-base">{t('campaign.gives')}</h3>
          <ul className="grid gap-3">
            {rewards.map((reward, index) => {
              const change = (next: Partial<typeof reward>) =>
                setDraft({ ...draft, rewards: put(rewards, index, { ...reward, ...next }) })
              return (
                <Row
                  // biome-ignore lint/suspicious/noArrayIndexKey: rewards are renamed while one types
                  key={index}
                  name={reward.tag}
                  onRemove={() => setDraft({ ...draft, rewards: put(rewards, index) })}
                >
                  <Cell
                    label={t('campaign.field.tag')}
                    value={reward.tag}
                    fault={at(`rewards.${index}.tag`)}
                    onChange={(tag) => change({ tag })}
                  />
                  <Faulty fault={at(`rewards.${index}.nftItemId`)}>
                    <ChoiceCell
                      label={t('campaign.item')}
                      value={reward.nftItemId}
                      options={optionsOf(choices.items, reward.nftItemId, '–')}
                      onChange={(nftItemId) => change({ nftItemId })}
                    />
                  </Faulty>
                  <Cell
                    label={t('campaign.field.tokenId')}
                    value={reward.tokenId}
                    fault={at(`rewards.${index}.tokenId`)}
                    onChange={(tokenId) => change({ tokenId })}
                  />
                </Row>
              )
            })}
          </ul>
          <div>
            <Button
              size="small"
              look="quiet"
              onClick={() => setDraft({ ...draft, rewards: [...rewards, NEW_REWARD] })}
            >
              {t('campaign.addReward')}
            </Button>
          </div>
        </section>
      </fieldset>
      {mayWrite && <EditingBar editing={editing} />}
    </div>
  )
}
