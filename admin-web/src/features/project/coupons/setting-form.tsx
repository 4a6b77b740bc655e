import { couponPoolSettingAdminHttp as http } from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useProject } from '../api.ts'
import { fromTimerDraft, toTimerDraft } from '../timer-draft.ts'
import { TimerFields } from '../timer-fields.tsx'
import {
  deleteSetting,
  type NewSetting,
  POOLS,
  type Pool,
  type PoolSetting,
  setSetting,
  settingQuery,
} from './api.ts'

/** CA-71: what holds of a whole pool. */
export function OpenSetting({ pool }: { pool: Pool }) {
  return (
    <Loaded query={useQuery(settingQuery(pool))}>
      {(setting) => <SettingForm pool={pool} setting={setting} />}
    </Loaded>
  )
}

function SettingForm({ pool, setting }: { pool: Pool; setting: PoolSetting | null }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const [description, setDescription] = useState(setting?.description ?? '')
  const [timer, setTimer] = useState(() => toTimerDraft(setting?.meta_timer ?? {}))
  const [isChecked, setChecked] = useState(false)
  const [asked, setAsked] = useState<{ setting: NewSetting; key: string }>()
  const [deleting, setDeleting] = useState<string>()
  const read = bodyOf(http.setPoolSetting).safeParse({
    setting: { ...pool, description, meta_timer: fromTimerDraft(timer) },
  })
  const wrong = new Set(
    isChecked && !read.success ? read.error.issues.map(({ path }) => String(path.at(-1))) : [],
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) setAsked({ setting: read.data.setting, key: crypto.randomUUID() })
    else focusFault(event.currentTarget)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <h2 className="text-lg wrap-anywhere">{t('pool.settingOf', { name: pool.pool_name })}</h2>
      <p className="text-sm text-soft">{t('pool.settingText')}</p>
      {setting && (
        <p className="text-sm">
          {t('pool.usedOfPool', { count: formatCount(setting.meta_timer.use_count) })}
        </p>
      )}
      <TextArea
        label={t('pool.description')}
        value={description}
        rows={3}
        error={wrong.has('description') ? t('fault.long', { n: formatCount(5_000) }) : undefined}
        onChange={({ target }) => setDescription(target.value)}
      />
      <TimerFields timer={timer} wrong={wrong} onChange={setTimer} />
      {mayChange('project.write') && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small">
            {t('pool.set')}
          </Button>
          {setting && (
            <Button size="small" look="danger" onClick={() => setDeleting(crypto.randomUUID())}>
              {t('pool.unset')}
            </Button>
          )}
        </div>
      )}
      {asked && (
        <DecisionDialog
          title={t('pool.set')}
          act={() => setSetting(asked.setting, asked.key)}
          stale={[POOLS]}
          target={`${pool.space_id}:${pool.pool_name}`}
          onClose={() => setAsked(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{pool.pool_name}</p>
          <p>{t('pool.setText')}</p>
        </DecisionDialog>
      )}
      {deleting !== undefined && (
        <DecisionDialog
          title={t('pool.unset')}
          isDestructive
          act={() => deleteSetting(pool, deleting)}
          stale={[POOLS]}
          target={`${pool.space_id}:${pool.pool_name}`}
          onClose={() => setDeleting(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{pool.pool_name}</p>
          <p>{t('pool.unsetText')}</p>
        </DecisionDialog>
      )}
    </form>
  )
}
