import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { useId } from 'react'
import { type TextKey, useText } from '../../../../i18n/index.ts'
import type { Faults } from '../../payload/faults.ts'
import { type EntryDraft, type ModelDraft, newEntry, type RewardDraft, type SlotDraft } from './draft.ts'
import { EntryFields } from './entry-fields.tsx'
import { useModelFault } from './fault-words.ts'
import { faultAt } from './faults.ts'
import { ItemPicker } from './item-picker.tsx'

const cardClass = 'grid gap-4 rounded-md border border-line bg-surface p-4 md:p-5'

type MoveProps = { name: string; move: ((by: -1 | 1) => void) | undefined; onRemove: () => void }

/** Up, down and away, by keys as well. */
function Moves({ name, move, onRemove }: MoveProps) {
  const { t } = useText()
  return (
    <div className="flex gap-1">
      {move && (
        <>
          <Button size="small" look="plain" aria-label={t('model.up', { name })} onClick={() => move(-1)}>
            ↑
          </Button>
          <Button size="small" look="plain" aria-label={t('model.down', { name })} onClick={() => move(1)}>
            ↓
          </Button>
        </>
      )}
      <Button size="small" look="plain" aria-label={t('payload.removeRow', { name })} onClick={onRemove}>
        ✕
      </Button>
    </div>
  )
}

type SlotProps = {
  slot: SlotDraft
  /** all of it: groups that there are already */
  model: ModelDraft
  faults: Faults
  onChange: (slot: SlotDraft, mark?: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** CA-21: what is asked for under one tag, and whether it is always needed. */
export function SlotCard({ slot, model, faults, onChange, onMove, onRemove }: SlotProps) {
  const { t } = useText()
  const id = useId()
  const words = useModelFault()
  const { tag, group, alternative, entries } = slot
  const fault = (field: string) => words(faultAt(faults, slot.id, field, field === 'group'))
  const names = (field: 'group' | 'alternative') => [
    ...new Set(
      model.slots.filter((one) => field === 'group' || one.group === group).map((one) => one[field]),
    ),
  ]
  const field = (name: 'tag' | 'group' | 'alternative', label: TextKey) => ({
    label: t(label),
    value: slot[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...slot, [name]: target.value }, `${slot.id}.${name}`),
  })
  const putEntry = (of: EntryDraft, next: EntryDraft, mark?: string) =>
    onChange({ ...slot, entries: entries.map((one) => (one === of ? next : one)) }, mark)
  return (
    <li aria-label={t('model.slot', { tag })} className={cardClass}>
      <div className="flex items-start justify-between gap-2">
        <h4 className="font-semibold wrap-anywhere">{tag}</h4>
        <Moves name={tag} move={onMove} onRemove={onRemove} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField {...field('tag', 'model.tag')} error={fault('tag') ?? fault('slotId')} />
        <TextField
          {...field('group', 'model.group')}
          hint={t('model.groupHint')}
          error={fault('group')}
          list={`${id}-groups`}
        />
        {(group !== '' || alternative !== '') && (
          <TextField
            {...field('alternative', 'model.alternative')}
            hint={t('model.alternativeHint')}
            list={`${id}-alternatives`}
          />
        )}
        <datalist id={`${id}-groups`}>
          {names('group').map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <datalist id={`${id}-alternatives`}>
          {names('alternative').map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {entries.map((entry, at) => (
        <div key={entry.key} className="grid gap-3 border-t border-line pt-4">
          {entries.length > 1 && (
            <div className="flex items-center justify-between gap-2">
              <h5 className="text-sm font-semibold">{t('model.way', { at: String(at + 1) })}</h5>
              <Moves
                name={t('model.way', { at: String(at + 1) })}
                move={undefined}
                onRemove={() => onChange({ ...slot, entries: entries.filter((one) => one !== entry) })}
              />
            </div>
          )}
          <EntryFields entry={entry} faults={faults} onChange={(next, mark) => putEntry(entry, next, mark)} />
        </div>
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          onClick={() => onChange({ ...slot, entries: [...entries, newEntry()] })}
        >
          {t('model.addWay')}
        </Button>
      </div>
    </li>
  )
}

type RewardProps = {
  reward: RewardDraft
  faults: Faults
  onChange: (reward: RewardDraft, mark?: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** What is given. */
export function RewardCard({ reward, faults, onChange, onMove, onRemove }: RewardProps) {
  const { t } = useText()
  const words = useModelFault()
  const { key, tag, collection, nftItemId, tokenId } = reward
  const fault = (field: string) => words(faultAt(faults, key, field))
  return (
    <li aria-label={t('model.reward', { tag })} className={cardClass}>
      <div className="flex items-start justify-between gap-2">
        <h4 className="font-semibold wrap-anywhere">{tag}</h4>
        <Moves name={tag} move={onMove} onRemove={onRemove} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('model.tag')}
          value={tag}
          error={fault('tag')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ ...reward, tag: target.value }, `${key}.tag`)}
        />
        <TextField
          label={t('model.tokenId')}
          hint={t('model.rewardTokenHint')}
          value={tokenId}
          error={fault('tokenId')}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => onChange({ ...reward, tokenId: target.value }, `${key}.tokenId`)}
        />
        <ItemPicker
          collection={collection}
          item={nftItemId}
          fault={{ item: fault('nftItemId') }}
          onChange={(within, item) => onChange({ ...reward, collection: within, nftItemId: item })}
        />
      </div>
    </li>
  )
}
