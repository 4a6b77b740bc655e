import { Button } from '@talad/ui/components/button'
import { useText } from '../../../../i18n/index.ts'
import type { Faults } from '../../payload/faults.ts'
import { type ModelDraft, newReward, newSlot } from './draft.ts'
import { RewardCard, SlotCard } from './slot-card.tsx'

const MOST_SLOTS = 16
const MOST_REWARDS = 16

/** The same list with one of it a place further; as it is where there is none. */
function moved<T>(list: readonly T[], one: T, by: -1 | 1): readonly T[] {
  const at = list.indexOf(one)
  const other = list[at + by]
  if (other === undefined) return list
  return list.map((item) => (item === one ? other : item === other ? one : item))
}

const replaced = <T,>(list: readonly T[], one: T, next: T) => list.map((item) => (item === one ? next : item))

type Props = {
  model: ModelDraft
  faults: Faults
  /** `mark`: which field is typed into */
  onChange: (model: ModelDraft, mark?: string) => void
}

/** Everything that is asked for, then everything that is given. */
export function ModelLists({ model, faults, onChange }: Props) {
  const { t } = useText()
  const { slots, rewards } = model
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h3 className="text-base">{t('model.slots')}</h3>
        <p className="text-sm text-soft">{t('model.slotsText')}</p>
        <ol className="grid gap-4">
          {slots.map((slot) => (
            <SlotCard
              key={slot.id}
              slot={slot}
              model={model}
              faults={faults}
              onChange={(next, mark) => onChange({ ...model, slots: replaced(slots, slot, next) }, mark)}
              onMove={(by) => onChange({ ...model, slots: moved(slots, slot, by) })}
              onRemove={() => onChange({ ...model, slots: slots.filter((one) => one !== slot) })}
            />
          ))}
        </ol>
        <div>
          <Button
            size="small"
            look="quiet"
            disabled={slots.length >= MOST_SLOTS}
            onClick={() => onChange({ ...model, slots: [...slots, newSlot(model)] })}
          >
            {t('model.addSlot')}
          </Button>
        </div>
      </section>
      <section className="grid gap-3">
        <h3 className="text-base">{t('model.rewards')}</h3>
        <p className="text-sm text-soft">{t('model.rewardsText')}</p>
        <ol className="grid gap-4">
          {rewards.map((reward) => (
            <RewardCard
              key={reward.key}
              reward={reward}
              faults={faults}
              onChange={(next, mark) =>
                onChange({ ...model, rewards: replaced(rewards, reward, next) }, mark)
              }
              onMove={(by) => onChange({ ...model, rewards: moved(rewards, reward, by) })}
              onRemove={() => onChange({ ...model, rewards: rewards.filter((one) => one !== reward) })}
            />
          ))}
        </ol>
        <div>
          <Button
            size="small"
            look="quiet"
            disabled={rewards.length >= MOST_REWARDS}
            onClick={() => onChange({ ...model, rewards: [...rewards, newReward(model)] })}
          >
            {t('model.addReward')}
          </Button>
        </div>
      </section>
    </div>
  )
}
