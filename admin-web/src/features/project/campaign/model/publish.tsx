import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { DecisionDialog } from '../../../../ui/decision.tsx'
import { PayloadChanges } from '../../payload/changes.tsx'
import { CAMPAIGNS, type Campaign, publishCampaign, type SavedModel } from '../api.ts'
import { sidesOf } from './sides.ts'

type Props = { campaign: Campaign; saved: SavedModel; isDirty: boolean }

/** CA-16: makes live what was saved, once somebody has seen what that changes. */
export function Publish({ campaign, saved, isDirty }: Props) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  const { version } = saved.model
  const isLive = version === campaign.published_model
  return (
    <>
      <Button
        size="small"
        look="quiet"
        disabled={isDirty || isLive}
        onClick={() => setKey(crypto.randomUUID())}
      >
        {t('model.publish')}
      </Button>
      <span className="text-sm text-soft">
        {version === 0 && t('model.isNothing')}
        {version > 0 && isLive && t('model.isLive', { version: String(version) })}
        {!isLive &&
          t('model.isNotLive', { version: String(version), live: String(campaign.published_model) })}
      </span>
      {key !== undefined && (
        <DecisionDialog
          title={t('model.publish')}
          act={() => publishCampaign(campaign._id, version, key)}
          stale={[CAMPAIGNS]}
          target={campaign._id}
          onClose={() => setKey(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{campaign.name}</p>
          <p>{t('model.publishText', { version: String(version) })}</p>
          <PayloadChanges {...sidesOf(saved.difference)} />
        </DecisionDialog>
      )}
    </>
  )
}
