import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { useProject } from '../api.ts'
import { PayloadChanges } from '../payload/changes.tsx'
import { CAMPAIGNS, type Campaign, publish, type SavedModel } from './api.ts'
import { ReachPanel } from './reach.tsx'

/** Each side of a difference under the name by which people know it. */
function sides({ slots, rewards }: SavedModel['difference']) {
  const nameOf = ({ live, draft }: (typeof slots)[number]) => (draft[0] ?? live[0])?.tag ?? ''
  const side = (which: 'live' | 'draft') =>
    Object.fromEntries([
      ...slots.map((slot) => [nameOf(slot), slot[which]]),
      ...rewards.map((reward) => [reward.tag, reward[which] ?? {}]),
    ])
  return { before: side('live'), after: side('draft') }
}

/** CA-16: what is saved beside what is live, who could claim it, and making it live. */
export function Publish({ campaign, saved }: { campaign: Campaign; saved: SavedModel }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const [key, setKey] = useState<string>()
  const { version, campaign_id } = saved.model
  const isLive = campaign.published_model === version
  return (
    <section className="grid gap-5">
      <PayloadChanges {...sides(saved.difference)} />
      {version > 0 && <ReachPanel key={version} campaignId={campaign_id} />}
      {mayChange('project.write') && (
        <div className="grid justify-items-start gap-2">
          <Button size="small" disabled={version === 0 || isLive} onClick={() => setKey(crypto.randomUUID())}>
            {t('campaign.publish')}
          </Button>
          <p className="text-sm text-soft">
            {t(isLive && version > 0 ? 'campaign.isLive' : 'campaign.publishText')}
          </p>
        </div>
      )}
      {key !== undefined && (
        <DecisionDialog
          title={t('campaign.publish')}
          act={() => publish({ campaign_id, version }, key)}
          stale={[CAMPAIGNS]}
          target={campaign_id}
          onClose={() => setKey(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{campaign.name}</p>
          <p>{t('campaign.publishText')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}
