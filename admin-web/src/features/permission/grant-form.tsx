import { type AdminGrant, adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { type Permission, permissionNames } from '@talad/proto/http/permissions'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { KnownCustomer, useUnknownCustomer } from '../../ui/known-customer.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { PERMISSIONS, removePermissions, setPermissions } from './api.ts'
import { permissionTexts } from './words.ts'

/** MO-39: these only a super admin gives. */
const RESERVED: readonly Permission[] = ['permission.write', 'bank.decide', 'withdrawal.decide']

type Held = { super_admin: boolean; permissions: Permission[] }

/** What one customer may do, and the way to change it. */
export function GrantForm({ grant }: { grant: AdminGrant }) {
  const { t } = useText()
  const { own } = usePermissions()
  /** what is to be confirmed; `remove`: everything is taken away */
  const [asked, setAsked] = useState<Held | 'remove'>()
  const isOwn = own.customer === grant.customer
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
      <Choices key={grant.version} grant={grant} isOwn={isOwn} bySuper={own.super_admin} onAsk={setAsked} />
      <RecordHistory target={grant.customer} />
      {asked !== undefined && <Confirm grant={grant} asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

type ChoicesProps = {
  grant: AdminGrant
  isOwn: boolean
  bySuper: boolean
  onAsk: (asked: Held | 'remove') => void
}

function Choices({ grant, isOwn, bySuper, onAsk }: ChoicesProps) {
  const { t } = useText()
  const [isSuper, setSuper] = useState(grant.super_admin)
  const [chosen, setChosen] = useState<readonly Permission[]>(grant.permissions)
  const toggle = (name: Permission) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <>
      <fieldset disabled={isOwn} className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{t('col.permissions')}</legend>
        <Choice
          name={t('permission.super')}
          checked={isSuper}
          disabled={!bySuper}
          onChange={() => setSuper(!isSuper)}
        />
        {permissionNames.map((name) => (
          <Choice
            key={name}
            name={name}
            says={t(permissionTexts[name])}
            checked={isSuper || chosen.includes(name)}
            disabled={isSuper || (RESERVED.includes(name) && !bySuper)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          disabled={isOwn}
          onClick={() => onAsk({ super_admin: isSuper, permissions: isSuper ? [] : [...chosen] })}
        >
          {t('permission.save')}
        </Button>
        {grant.version > 0 && (
          <Button size="small" look="danger" disabled={isOwn} onClick={() => onAsk('remove')}>
            {t('permission.remove')}
          </Button>
        )}
      </div>
    </>
  )
}

type ConfirmProps = { grant: AdminGrant; asked: Held | 'remove'; onClose: () => void }

function Confirm({ grant, asked, onClose }: ConfirmProps) {
  const { t } = useText()
  const isRemoval = asked === 'remove'
  const isUnknown = useUnknownCustomer(grant.customer)
  const call = isRemoval ? adminPermissionsHttp.removePermissions : adminPermissionsHttp.setPermissions
  return (
    <DecisionDialog
      title={t(isRemoval ? 'permission.remove' : 'permission.save')}
      isDestructive={isRemoval}
      word={t(isRemoval ? 'word.remove' : 'word.allow')}
      reason={reasonOf(call)}
      act={(note) => {
        const change = { customer: grant.customer, version: grant.version, note }
        return isRemoval ? removePermissions(change) : setPermissions({ ...change, ...asked })
      }}
      stale={[PERMISSIONS]}
      target={grant.customer}
      isBlocked={isUnknown && !isRemoval}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">{grant.customer}</p>
      <KnownCustomer id={grant.customer} />
      {!isRemoval && (
        <p className="text-sm text-soft">
          {asked.super_admin
            ? t('permission.super')
            : asked.permissions.join(', ') || t('permission.nothing')}
        </p>
      )}
    </DecisionDialog>
  )
}

type ChoiceProps = { name: string; says?: string; checked: boolean; disabled: boolean; onChange: () => void }

function Choice({ name, says, checked, disabled, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="text-sm">
      <label className="flex min-h-8 items-center gap-2.5 has-disabled:text-soft">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={onChange}
          aria-describedby={says && id}
          className="size-4 accent-leaf"
        />
        {name}
      </label>
      {says && (
        <p id={id} className="-mt-1 pl-6.5 text-xs text-soft">
          {says}
        </p>
      )}
    </div>
  )
}
