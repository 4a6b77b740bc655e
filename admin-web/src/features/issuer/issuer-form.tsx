import { type Issuer, issuerAdminHttp, issuerTerms } from '@talad/proto/http/moderation/issuer-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { type FormEvent, useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useSite } from '../../lib/site.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { KnownCustomer, useUnknownCustomer } from '../../ui/known-customer.tsx'
import { addIssuer, ISSUERS, type IssuerTerms, modifyIssuer } from './api.ts'
import { newRange, RangeFields, readTyped, type TypedRange, typedRange } from './range-fields.tsx'

const wrongTexts: Readonly<Record<string, TextKey>> = {
  slug: 'issuer.wrong.slug',
  th: 'issuer.wrong.name',
  en: 'issuer.wrong.name',
  primary_customer_id: 'issuer.wrong.payee',
}

type Typed = { slug: string; th: string; en: string; primary_customer_id: string; ranges: TypedRange[] }

const typedOf = (issuer: Issuer | undefined, chain: string): Typed => ({
  slug: issuer?.slug ?? '',
  th: issuer?.names.th ?? '',
  en: issuer?.names.en ?? '',
  primary_customer_id: issuer?.primary_customer_id ?? 'join-',
  ranges: issuer ? issuer.nft_ranges.map(typedRange) : [newRange(chain)],
})

function read({ slug, th, en, primary_customer_id, ranges }: Typed) {
  const nft_ranges = ranges.map((one) => readTyped(one).data)
  return issuerTerms.safeParse({ slug, names: { th, en }, primary_customer_id, nft_ranges })
}

/** MO-32: a new issuer, or what one is said to be from now on. */
export function IssuerForm({ issuer, onClose }: { issuer?: Issuer; onClose?: () => void }) {
  const { t } = useText()
  const chain = useSite()?.chain.slug ?? ''
  const [changed, setChanged] = useState<Typed>()
  const [checked, setChecked] = useState(false)
  const [terms, setTerms] = useState<IssuerTerms>()
  const typed = changed ?? typedOf(issuer, chain)
  const found = read(typed)
  const wrong = new Set(found.success ? [] : found.error.issues.flatMap(({ path }) => path.map(String)))
  const field = (name: Exclude<keyof Typed, 'ranges'>) => ({
    value: typed[name],
    autoComplete: 'off',
    spellCheck: false,
    error: checked && wrong.has(name) ? t(wrongTexts[name] ?? 'issuer.wrong.name') : undefined,
    onChange: (event: { target: { value: string } }) => setChanged({ ...typed, [name]: event.target.value }),
  })
  const setRanges = (ranges: TypedRange[]) => setChanged({ ...typed, ranges })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (found.success) setTerms(found.data)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <h2 className="text-lg">{t(issuer ? 'issuer.edit' : 'issuer.new')}</h2>
      <TextField label={t('issuer.slug')} hint={t('issuer.slugHint')} {...field('slug')} />
      <TextField label={t('issuer.nameTh')} {...field('th')} />
      <TextField label={t('issuer.nameEn')} {...field('en')} />
      <TextField label={t('issuer.payee')} hint={t('issuer.payeeHint')} {...field('primary_customer_id')} />
      <h3 className="text-base">{t('issuer.ranges')}</h3>
      <p className="text-sm text-soft">{t('suspension.rangeHint')}</p>
      {typed.ranges.map((range) => (
        <RangeFields
          key={range.key}
          range={range}
          checked={checked}
          onChange={(next) => setRanges(typed.ranges.map((one) => (one.key === range.key ? next : one)))}
          {...(typed.ranges.length > 1 && {
            onRemove: () => setRanges(typed.ranges.filter(({ key }) => key !== range.key)),
          })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" onClick={() => setRanges([...typed.ranges, newRange(chain)])}>
          {t('issuer.addRange')}
        </Button>
        <Button type="submit" size="small">
          {t('issuer.save')}
        </Button>
        {onClose && (
          <Button look="quiet" size="small" onClick={onClose}>
            {t('decision.leave')}
          </Button>
        )}
      </div>
      {terms && (
        <Confirm issuer={issuer} terms={terms} onClose={() => setTerms(undefined)} onDone={onClose} />
      )}
    </form>
  )
}

type Confirmed = {
  issuer: Issuer | undefined
  terms: IssuerTerms
  onClose: () => void
  onDone: (() => void) | undefined
}

function Confirm({ issuer, terms, onClose, onDone }: Confirmed) {
  const { t } = useText()
  const { change } = useAddress()
  const key = useRef(crypto.randomUUID())
  const [made, setMade] = useState<string>()
  const isUnknown = useUnknownCustomer(terms.primary_customer_id)
  const save = async (note: string) => {
    const decided = { note, key: key.current }
    const about = issuer && {
      issuer_id: issuer.issuer_id,
      is_active: issuer.is_active,
      version: issuer.version,
    }
    const { issuer_id } = await (about
      ? modifyIssuer({ ...terms, ...about }, decided)
      : addIssuer(terms, decided))
    setMade(issuer_id)
  }
  return (
    <DecisionDialog
      title={t('issuer.save')}
      reason={reasonOf(issuerAdminHttp.addIssuer)}
      act={save}
      stale={[ISSUERS]}
      target={made ?? terms.slug}
      isBlocked={isUnknown}
      onClose={() => {
        onClose()
        if (made === undefined) return
        onDone?.()
        change({ id: made })
      }}
    >
      <p>{t('issuer.saveText')}</p>
      <p className="wrap-anywhere">
        {t('issuer.payee')}: {terms.primary_customer_id}
      </p>
      <KnownCustomer id={terms.primary_customer_id} />
    </DecisionDialog>
  )
}
