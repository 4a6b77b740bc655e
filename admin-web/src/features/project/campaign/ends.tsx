import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { useProject } from '../api.ts'
import { CAMPAIGNS, type Campaign, changeCampaign, deleteCampaign } from './api.ts'

type End = {
  title: TextKey
  about: TextKey
  word?: TextKey
  act: (key: string) => Promise<unknown>
  isDelete?: boolean
}

/** CA-10, CA-17: pauses it, ends it for good, puts it away, or deletes it where nobody has triggered it. */
export function CampaignEnds({ campaign, onGone }: { campaign: Campaign; onGone: () => void }) {
  const { mayChange } = useProject()
  const { _id, updated, paused, ended, archived } = campaign
  if (!mayChange('project.write')) return null
  const change = (what: { paused?: boolean; ended?: boolean; archived?: boolean }) => (key: string) =>
    changeCampaign({ _id, updated, ...what }, key)
  const all: End[] = [
    paused
      ? { title: 'campaign.resume', about: 'campaign.resumeText', act: change({ paused: false }) }
      : { title: 'campaign.pause', about: 'campaign.pauseText', act: change({ paused: true }) },
    ...(ended
      ? []
      : [
          {
            title: 'campaign.end',
            about: 'campaign.endText',
            word: 'word.end',
            act: change({ ended: true }),
          } as const,
        ]),
    archived
      ? { title: 'virtual.reopen', about: 'campaign.reopenText', act: change({ archived: false }) }
      : { title: 'virtual.archive', about: 'campaign.archiveText', act: change({ archived: true }) },
    {
      title: 'virtual.delete',
      about: 'campaign.deleteText',
      word: 'word.delete',
      act: (key) => deleteCampaign(_id, key),
      isDelete: true,
    },
  ]
  return (
    <section className="grid gap-5 rounded-lg border border-line p-4 md:p-5">
      {all.map((end) => (
        <EndWay key={end.title} campaign={campaign} {...end} onGone={onGone} />
      ))}
    </section>
  )
}

type Props = End & { campaign: Campaign; onGone: () => void }

function EndWay({ campaign, title, about, word, act, isDelete = false, onGone }: Props) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-soft">{t(about)}</p>
      <Button size="small" look={word ? 'danger' : 'quiet'} onClick={() => setKey(crypto.randomUUID())}>
        {t(title)}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t(title)}
          {...(word && { word: t(word) })}
          act={() => act(key)}
          // what is gone can't be read again
          stale={isDelete ? [] : [CAMPAIGNS]}
          target={campaign._id}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone && isDelete) onGone()
          }}
        >
          <p className="font-semibold wrap-anywhere">{campaign.name}</p>
          <p>{t(about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
