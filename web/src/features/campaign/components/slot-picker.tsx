import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type CampaignKey, useCampaignText } from '../../../i18n/campaign.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { type Scanned, scanQuery, type TokenPlace } from '../api/triggers.ts'
import type { Slot } from '../asked.ts'
import { momentText } from '../moment.ts'
import { placeKey } from '../standing.ts'
import { numberOf } from './slot-standing.tsx'

const stateTexts = {
  usable: undefined,
  unchecked: 'pick.unchecked',
  suspended: 'pick.suspended',
  minting: 'pick.minting',
  used: 'pick.used',
} as const satisfies Record<Scanned['state'], CampaignKey | undefined>

/** Why a token can't be picked, and when it can. */
function useWhyNot() {
  const { t } = useCampaignText()
  return ({ state, retry_at: at }: Scanned) => {
    const key = stateTexts[state]
    if (key === undefined) return undefined
    return state === 'used' && at ? t('pick.usedUntil', { at: momentText(at, Date.now()) }) : t(key)
  }
}

type OptionProps = {
  name: string
  checked: boolean
  disabled?: boolean
  label: string
  note?: string | undefined
  onPick: () => void
}

function Option({ name, checked, disabled = false, label, note, onPick }: OptionProps) {
  return (
    <label
      className={`flex min-h-12 items-start gap-3 rounded-md border border-line px-4 py-3 has-checked:border-leaf has-checked:bg-leaf-wash has-focus-visible:outline-2 has-focus-visible:outline-leaf ${disabled ? 'bg-sunken' : ''}`}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onPick}
        className="mt-1 size-4 shrink-0 accent-leaf"
      />
      <span className="min-w-0">
        <span className={`block font-medium break-all tabular-nums ${disabled ? 'text-soft' : ''}`}>
          {label}
        </span>
        {note && <span className="block text-sm text-soft">{note}</span>}
      </span>
    </label>
  )
}

type Props = {
  account: string
  campaignId: string
  slot: Slot
  title: string
  picked: TokenPlace | undefined
  onPick: (token: TokenPlace | undefined) => void
  onClose: () => void
}

/** CA-31: which of one's tokens fills a slot; those that can't be used say why, and when they can. */
export default function SlotPicker({ account, campaignId, slot, title, picked, onPick, onClose }: Props) {
  const { t } = useCampaignText()
  const name = useId()
  const whyNot = useWhyNot()
  const [chosen, setChosen] = useState(picked)
  const pages = useInfiniteQuery(scanQuery(account, campaignId, slot.index))
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  const isUnsure = pages.data?.pages.some(({ unchecked }) => unchecked) ?? false
  const chosenKey = chosen && placeKey(chosen)
  return (
    <Dialog title={title} onClose={onClose}>
      {pages.isPending ? (
        <div className="grid gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : (
        <div className="grid gap-4">
          {isUnsure && <Notice>{t('pick.unsure')}</Notice>}
          {list.length === 0 ? (
            <Empty title={t('pick.none')} />
          ) : (
            <fieldset className="grid gap-2">
              <legend className="mb-2 text-sm font-semibold">{t('pick.which')}</legend>
              <Option
                name={name}
                checked={chosenKey === undefined}
                label={t('pick.lowest')}
                note={t('pick.lowestText')}
                onPick={() => setChosen(undefined)}
              />
              {list.map((token) => (
                <Option
                  key={placeKey(token)}
                  name={name}
                  checked={placeKey(token) === chosenKey}
                  disabled={token.state !== 'usable'}
                  label={t('pick.number', { number: numberOf(token) })}
                  note={whyNot(token)}
                  onPick={() => setChosen({ nft: token.nft, vnft: token.vnft })}
                />
              ))}
            </fieldset>
          )}
          {pages.hasNextPage && (
            <Button
              look="quiet"
              size="small"
              busy={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('common.more')}
            </Button>
          )}
          {list.length > 0 && (
            <Button
              onClick={() => {
                onPick(chosen)
                onClose()
              }}
            >
              {t('pick.take')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
