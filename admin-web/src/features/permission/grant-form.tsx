import { type AdminGrant, adminPermissionsHttp } from '@talad/proto/http/admin-permissions'
import { type Permission, permissionNames } from '@talad/proto/http/permissions'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PERMISSIONS, removePermissions, setPermissions } from './api.ts'

/** MO-39: these only a super admin gives. */
const RESERVED: readonly Permission[] = ['permission.write', 'bank.decide', 'withdrawal.decide']

/** What one customer may do, and the way to change it. */
export function GrantForm({ grant }: { grant: AdminGrant }) {
  const { t } = useText()
  const { own } = usePermissions()
  const [isSuper, setSuper] = useState(grant.super_admin)
  const [chosen, setChosen] = useState<readonly Permission[]>(grant.permissions)
  const [open, setOpen] = useState<'set' | 'remove'>()
  const isOwn = own.customer === grant.customer
  const toggle = (name: Permission) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  const shared = {
    stale: [PERMISSIONS],
    target: grant.customer,
    onClose: () => setOpen(undefined),
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-lg [overflow-wrap:anywhere]">{grant.customer}</h2>
      {isOwn && <Notice>{t('permission.own')}</Notice>}
      <Facts>
        <Fact label={t('col.updated')}>
          <Moment at={grant.changed_at} />
        </Fact>
        <Fact label={t('col.by')}>{grant.changed_by ?? '–'}</Fact>
        <Fact label={t('col.note')}>{grant.note ?? '–'}</Fact>
      </Facts>
      <fieldset disabled={isOwn} className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{t('col.permissions')}</legend>
        <Choice
          name={t('permission.super')}
          checked={isSuper}
          disabled={!own.super_admin}
          onChange={() => setSuper(!isSuper)}
        />
        {permissionNames.map((name) => (
          <Choice
            key={name}
            name={name}
            checked={isSuper || chosen.includes(name)}
            disabled={isSuper || (RESERVED.includes(name) && !own.super_admin)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button size="small" disabled={isOwn} onClick={() => setOpen('set')}>
          {t('permission.save')}
        </Button>
        {grant.version > 0 && (
          <Button size="small" look="danger" disabled={isOwn} onClick={() => setOpen('remove')}>
            {t('permission.remove')}
          </Button>
        )}
      </div>
      {open !== undefined && (
        <DecisionDialog
          {...shared}
          title={t(open === 'set' ? 'permission.save' : 'permission.remove')}
          word={t(open === 'set' ? 'word.allow' : 'word.remove')}
          reason={reasonOf(
            open === 'set' ? adminPermissionsHttp.setPermissions : adminPermissionsHttp.removePermissions,
          )}
          act={(note) => {
            const change = { customer: grant.customer, version: grant.version, note }
            return open === 'remove'
              ? removePermissions(change)
              : setPermissions({ ...change, super_admin: isSuper, permissions: isSuper ? [] : [...chosen] })
          }}
        >
          <p className="[overflow-wrap:anywhere]">{grant.customer}</p>
          {open === 'set' && (
            <p className="text-sm text-soft">
              {isSuper ? t('permission.super') : chosen.join(', ') || t('permission.nothing')}
            </p>
          )}
        </DecisionDialog>
      )}
    </div>
  )
}

type ChoiceProps = { name: string; checked: boolean; disabled: boolean; onChange: () => void }

function Choice({ name, checked, disabled, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm has-disabled:text-soft">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="size-4 accent-leaf"
      />
      {name}
    </label>
  )
}
