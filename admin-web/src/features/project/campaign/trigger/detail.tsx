import { triggerAdminHttp as http } from '@talad/proto/http/campaign/triggers-admin'
import { Button } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { bodyOf } from '../../../../lib/body.ts'
import { DecisionDialog } from '../../../../ui/decision.tsx'
import { Fact, Facts } from '../../../../ui/facts.tsx'
import { Ident } from '../../../../ui/ident.tsx'
import { Loaded } from '../../../../ui/loaded.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { useProject } from '../../api.ts'
import { releaseTrigger, TRIGGERS, type Trigger, triggerQuery } from './api.ts'
import { Outcome } from './outcome.tsx'
import { mayRelease, tokenText } from './words.ts'

/** One trigger with its story (CA-45). */
export function OpenTrigger({ id }: { id: string }) {
  return <Loaded query={useQuery(triggerQuery(id))}>{(trigger) => <Detail trigger={trigger} />}</Loaded>
}

function Detail({ trigger }: { trigger: Trigger }) {
  const { t } = useText()
  const { mayChange } = useProject()
  return (
    <div className="grid gap-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        <Moment at={trigger.created} />
        {trigger.dry && <Badge>{t('trigger.dry')}</Badge>}
      </h2>
      <Outcome trigger={trigger} />
      <Given trigger={trigger} />
      <Story trigger={trigger} />
      {mayChange('project.manage') && <Release trigger={trigger} />}
    </div>
  )
}

/** What it gave, and where that is. */
function Given({ trigger }: { trigger: Trigger }) {
  const { t } = useText()
  const { project } = useProject()
  const { rewards } = trigger.output
  if (rewards.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('trigger.given')}</h3>
      <ul className="grid gap-2 text-sm">
        {rewards.map(({ tag, item_id: item, token_id: token, holding_id: holding }) => (
          <li key={tag} className="grid gap-1 rounded-sm bg-sunken px-3 py-2">
            <span className="font-semibold wrap-anywhere">{tag}</span>
            <Link
              to="/projects/$id/items/$item"
              params={{ id: project._id, item }}
              search={{}}
              className="w-fit text-leaf underline"
            >
              {t('mint.openItem', { number: token })}
            </Link>
            <span>
              {t('trigger.holding')} <Ident value={holding} short />
            </span>
          </li>
        ))}
      </ul>
      <Link
        to="/projects/$id/mints"
        params={{ id: project._id }}
        search={{}}
        className="w-fit text-sm text-leaf underline"
      >
        {t('mints.title')}
      </Link>
    </section>
  )
}

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))

/** By what it was decided (CA-30). */
function Story({ trigger }: { trigger: Trigger }) {
  const { t } = useText()
  const { project } = useProject()
  const { campaignId, accountId, triggerId, decided, soft, input, output } = trigger
  const { released, release_reason: reason } = trigger
  const { versions, web3_blocks: blocks, slots } = output
  const tokens = slots.flatMap(({ tag, token }) => (token ? [`${tag}: ${tokenText(token)}`] : []))
  return (
    <Facts>
      <Fact label={t('trigger.campaign')}>
        <Link
          to="/projects/$id/campaigns/$campaign"
          params={{ id: project._id, campaign: campaignId }}
          search={{}}
          className="text-leaf underline"
        >
          {t('trigger.openCampaign')}
        </Link>
      </Fact>
      <Fact label={t('member.account')}>
        <Ident value={accountId} />
      </Fact>
      <Fact label={t('trigger.decided')}>
        <Moment at={decided} />
      </Fact>
      <Fact label={t('trigger.releasedAt')}>
        <Moment at={released} />
      </Fact>
      {reason !== null && <Fact label={t('trigger.releaseReason')}>{reason}</Fact>}
      <Fact label={t('trigger.versions')}>
        {t('trigger.versionsText', {
          model: String(versions.model ?? '–'),
          live: String(versions.artifacts ?? '–'),
        })}
      </Fact>
      <Fact label={t('trigger.blocks')}>
        {Object.entries(blocks)
          .map(([chain, block]) => `${chain}: ${block}`)
          .join(', ') || '–'}
      </Fact>
      <Fact label={t('trigger.tokens')}>{tokens.join(', ') || '–'}</Fact>
      <Fact label={t('trigger.input')}>{textOf(input)}</Fact>
      <Fact label={t('trigger.soft')}>{t(soft ? 'condition.is' : 'condition.isNot')}</Fact>
      <Fact label={t('trigger.id')}>
        <Ident value={triggerId} />
      </Fact>
    </Facts>
  )
}

/** CA-42: what has become of it is shown also where there is nothing to take back any more. */
function Release({ trigger }: { trigger: Trigger }) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  if (!mayRelease(trigger) && key === undefined) return null
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-soft">{t('trigger.releaseText')}</p>
      <Button size="small" look="danger" onClick={() => setKey(crypto.randomUUID())}>
        {t('trigger.release')}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t('trigger.release')}
          isDestructive
          word={t('word.cancel')}
          hint={t('trigger.releaseHint')}
          reason={bodyOf(http.releaseTrigger).shape.reason}
          act={(reason) => releaseTrigger(trigger.triggerId, reason, key)}
          stale={[TRIGGERS]}
          target={trigger.triggerId}
          onClose={() => setKey(undefined)}
        >
          <p>{t('trigger.releaseText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
