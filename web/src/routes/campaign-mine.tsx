import { inLanguage } from '@talad/proto/http/bilingual'
import { Button, buttonClass } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { FollowBar } from '@talad/ui/components/follow-bar'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Picture } from '@talad/ui/components/picture'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CampaignAnswer } from '../features/campaign/api/campaigns.ts'
import { dryQuery, type Reason, type Selections, type TokenPlace } from '../features/campaign/api/triggers.ts'
import { useClaim } from '../features/campaign/api/use-claim.ts'
import { askedOf, asksForCode, type Slot, slotsIn } from '../features/campaign/asked.ts'
import { forgetCode, keptCode } from '../features/campaign/code.ts'
import { ClaimOutcome } from '../features/campaign/components/claim-outcome.tsx'
import { Refusals } from '../features/campaign/components/refusals.tsx'
import { SlotStanding } from '../features/campaign/components/slot-standing.tsx'
import { blocksOf, readinessOf } from '../features/campaign/readiness.ts'
import type { Step } from '../features/campaign/refusals.ts'
import { chosenOf, standingOf } from '../features/campaign/standing.ts'
import { type CampaignKey, useCampaignText } from '../i18n/campaign.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ownPicture } from '../market/virtual/own-picture.ts'
import { WhereToGet } from './campaign-where.tsx'

const ScanDialog = lazyPart(() => import('../features/campaign/components/scan-dialog.tsx'))
const SlotPicker = lazyPart(() => import('../features/campaign/components/slot-picker.tsx'))

type Props = {
  answer: CampaignAnswer
  account: string
  /** the project's name in addresses */
  project: string
  /** draws the page around what is the person's own */
  children: (own: { panel: ReactNode; standing: (slot: Slot) => ReactNode }) => ReactNode
}

const link = buttonClass('quiet', 'small')
/** What the server takes of a code (CA-75). */
const MOST_LETTERS = 64

/** What a campaign is to who is signed in: how each slot stands, which tokens are used, and the claim (CA-21 to CA-45). */
export function CampaignMine({ answer, account, project, children }: Props) {
  const { t, language } = useCampaignText()
  const { campaign, extra } = answer
  const slots = slotsIn(askedOf(campaign.artifacts.requirements))
  const [picked, setPicked] = useState<Readonly<Record<string, TokenPlace>>>({})
  const [picking, setPicking] = useState<Slot>()
  const [typed, setTyped] = useState(() => keptCode(campaign._id))
  const [isScanning, setScanning] = useState(false)
  const asksCode = asksForCode(campaign)
  const selections: Selections = {}
  for (const [tag, token] of Object.entries(picked)) {
    const chosen = chosenOf(token)
    if (chosen) selections[tag] = chosen
  }
  const dry = useQuery(dryQuery(account, campaign._id, selections))
  const { claim, latest, error, press } = useClaim(account, campaign._id)
  const readiness = readinessOf({
    dry: dry.data,
    isFailed: dry.isError,
    code: asksCode ? typed : undefined,
  })

  const itemName = (itemId: string) => {
    const item = extra?.reward_items.find(({ _id }) => _id === itemId)
    return item ? inLanguage(item.name, language) : t('campaign.anItem')
  }
  const nameOf = (tag: string) => {
    const reward = campaign.artifacts.rewards.find((one) => one.tag === tag)
    if (reward) return itemName(reward.nftItemId)
    const name = campaign.artifacts.requirements.find(
      (one) => one.tag === tag && one.displayName,
    )?.displayName
    return inLanguage(name ?? tag, language)
  }
  const wallet = (
    <Link to="/account/wallet" className={link}>
      {t('claim.wallet')}
    </Link>
  )
  const recheck = (
    <Button look="quiet" size="small" busy={dry.isFetching} onClick={() => void dry.refetch()}>
      {t('slot.checkAgain')}
    </Button>
  )
  const next = (step: Step, tag: string | null): ReactNode => {
    const slot = slots.find((one) => one.tag === tag)
    if (step === 'wallet') return wallet
    if (step === 'retry') return recheck
    if (step === 'get' && slot) return <WhereToGet slot={slot} campaign={campaign} project={project} />
    if (step === 'pick' && slot) {
      return (
        <Button look="quiet" size="small" onClick={() => setPicking(slot)}>
          {t('slot.see')}
        </Button>
      )
    }
    if (step !== 'others') return null
    return (
      <Link to="/projects/$project" params={{ project }} className={link}>
        {t('claim.others')}
      </Link>
    )
  }
  const refusals = (reasons: readonly Reason[]) => <Refusals reasons={reasons} nameOf={nameOf} next={next} />

  const standing = (slot: Slot) => {
    const found = dry.data && standingOf(dry.data.output, slot)
    if (!found) return null
    return (
      <SlotStanding
        standing={found}
        onPick={() => setPicking(slot)}
        onRetry={() => void dry.refetch()}
        wallets={
          <Link to="/account" search={{ tab: 'wallets' }} className={link}>
            {t('slot.link')}
          </Link>
        }
        where={<WhereToGet slot={slot} campaign={campaign} project={project} />}
      />
    )
  }

  const blocks = dry.data ? blocksOf(dry.data.output.reasons, asksCode) : []
  const isGoing = claim.kind === 'sending' || claim.kind === 'pending'
  const goKeys: Partial<Record<typeof claim.kind, CampaignKey>> = {
    won: 'claim.more',
    fault: 'claim.again',
    unheard: 'claim.again',
  }
  const mayPress = claim.kind === 'unheard' || readiness === 'ready' || readiness === 'unsure'
  const first = extra?.reward_items[0]
  const claimNow = () => {
    forgetCode()
    press({
      ...(Object.keys(selections).length > 0 && { selections }),
      ...(asksCode && { coupon: { code: typed.trim() } }),
    })
  }
  const panel = (
    <div className="grid gap-4">
      <ClaimOutcome
        claim={claim}
        error={error}
        latest={latest}
        wallet={wallet}
        refusals={refusals}
        reward={({ item_id, token_id }) => (
          <Link
            to="/projects/$project/items/$idOrSlug"
            params={{ project, idOrSlug: item_id }}
            className="inline-flex min-h-6 items-center font-semibold break-words hover:text-leaf hover:underline"
          >
            {t('claim.reward', { name: itemName(item_id), number: formatCount(token_id) })}
          </Link>
        )}
      />
      {dry.isError && !error && <LoadError error={dry.error} retry={() => void dry.refetch()} />}
      {blocks.length > 0 && claim.kind !== 'refused' && !isGoing && <Notice>{refusals(blocks)}</Notice>}
      {asksCode && (
        <div className="grid gap-2">
          <TextField
            label={t('claim.code')}
            hint={t('claim.codeHint')}
            value={typed}
            maxLength={MOST_LETTERS}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button look="quiet" size="small" className="justify-self-start" onClick={() => setScanning(true)}>
            {t('scan.open')}
          </Button>
        </div>
      )}
      <FollowBar
        aside={<Picture src={ownPicture(first?.image) ?? null} alt="" className="w-11 rounded-md" />}
      >
        <Button
          className="w-full"
          busy={isGoing || readiness === 'checking'}
          disabled={!mayPress}
          onClick={claimNow}
        >
          {t(
            isGoing
              ? 'claim.going'
              : readiness === 'blocked' && claim.kind !== 'unheard'
                ? 'claim.notYet'
                : readiness === 'code'
                  ? 'claim.codeFirst'
                  : (goKeys[claim.kind] ?? 'claim.go'),
          )}
        </Button>
      </FollowBar>
    </div>
  )
  return (
    <>
      {children({ panel, standing })}
      {isScanning && (
        <Part onMissing={() => setScanning(false)}>
          <ScanDialog
            onCode={(code) => {
              setTyped(code)
              setScanning(false)
            }}
            onClose={() => setScanning(false)}
          />
        </Part>
      )}
      {picking && (
        <Part onMissing={() => setPicking(undefined)}>
          <SlotPicker
            account={account}
            campaignId={campaign._id}
            slot={picking}
            title={nameOf(picking.tag)}
            picked={picked[picking.tag]}
            onPick={(token) => {
              const { [picking.tag]: _before, ...others } = picked
              setPicked(token ? { ...others, [picking.tag]: token } : others)
            }}
            onClose={() => setPicking(undefined)}
          />
        </Part>
      )}
    </>
  )
}
