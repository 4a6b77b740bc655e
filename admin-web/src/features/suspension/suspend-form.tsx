import type { SuspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { nftRange } from '@talad/proto/http/nft-range'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { plainNumber } from '@talad/ui/format/number-input'
import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { useSite } from '../../lib/site.ts'
import { findVirtual, type VirtualChoice } from '../../lib/virtual-collections.ts'
import { ChoiceText, SearchPicker } from '../../ui/search-picker.tsx'
import type { Range } from './api.ts'
import { reasons, reasonTexts } from './reasons.ts'
import { type Lasts, lasting, lastingTexts, SuspendPreview } from './suspend-preview.tsx'

/** What is suspended: tokens by their numbers, or what stands for a virtual collection. */
const kinds = ['tokens', 'virtual'] as const
const kindTexts = { tokens: 'suspension.byTokens', virtual: 'suspension.byVirtual' } as const

type Field = 'blockchain' | 'contract' | 'from' | 'to' | 'item'
type Typed = Record<Field, string>

const wrongTexts = {
  blockchain: 'suspension.wrong.blockchain',
  contract: 'suspension.wrong.contract',
  from: 'suspension.wrong.from',
  to: 'suspension.wrong.to',
  item: 'suspension.wrong.item',
} as const

const fields: Record<string, Field> = {
  blockchain: 'blockchain',
  contract_address: 'contract',
  token_from: 'from',
  token_to: 'to',
  abstract: 'item',
}

/** What was typed as a range, or which fields are wrong (MO-2). */
function read({ blockchain, contract, from, to }: Typed): { range: Range } | { wrong: ReadonlySet<Field> } {
  const [first, last] = [plainNumber(from), plainNumber(to)] // WB-24
  const read = nftRange.safeParse({
    blockchain: blockchain.trim(),
    contract_address: contract.trim(),
    ...(first !== '' && { token_from: first }),
    ...(last !== '' && { token_to: last }),
  })
  if (read.success) return { range: read.data }
  return { wrong: new Set(read.error.issues.flatMap(({ path: [name] }) => fields[String(name)] ?? [])) }
}

/** What was chosen, and an item of it where one is named. */
function readVirtual(
  { blockchain, contract, stands }: VirtualChoice,
  item: string,
): { range: Range } | { wrong: ReadonlySet<Field> } {
  const abstract = { ...stands, ...(item.trim() !== '' && { item_id: item.trim() }) }
  const read = nftRange.safeParse({ blockchain, contract_address: contract, abstract })
  return read.success ? { range: read.data } : { wrong: new Set<Field>(['item']) }
}

/** AW-7: a range is typed, then everything that it would hide is shown, and only then it can be suspended. */
export function SuspendForm() {
  const { t } = useText()
  const chain = useSite()?.chain.slug ?? ''
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [kind, setKind] = useState<(typeof kinds)[number]>('tokens')
  const [virtual, setVirtual] = useState<VirtualChoice>()
  const [shown, setShown] = useState<ReturnType<typeof read>>()
  const [lasts, setLasts] = useState<Lasts>('forever')
  const [reason, setReason] = useState<SuspensionReason>()
  // what the site says of its chain may come after the first key
  const now: Typed = { blockchain: chain, contract: '', from: '', to: '', item: '', ...typed }
  const field = (name: Field) => ({
    value: now[name],
    autoComplete: 'off',
    spellCheck: false,
    error: shown && 'wrong' in shown && shown.wrong.has(name) ? t(wrongTexts[name]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value })
      setShown(undefined) // what was shown is of another range
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (kind === 'tokens') setShown(read(now))
    else if (virtual) setShown(readVirtual(virtual, now.item))
  }
  return (
    <div className="grid gap-5">
      <h2 className="text-lg">{t('suspension.new')}</h2>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <SelectField
          label={t('suspension.what')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
          onChange={({ target }) => {
            setKind(kinds.find((one) => one === target.value) ?? 'tokens')
            setShown(undefined)
          }}
        />
        {kind === 'tokens' ? (
          <>
            <TextField label={t('suspension.blockchain')} {...field('blockchain')} />
            <TextField label={t('suspension.contract')} placeholder="0x…" {...field('contract')} />
            <div className="grid grid-cols-2 gap-3">
              <TextField label={t('suspension.from')} inputMode="numeric" {...field('from')} />
              <TextField label={t('suspension.to')} inputMode="numeric" {...field('to')} />
            </div>
            <p className="text-sm text-soft">{t('suspension.rangeHint')}</p>
          </>
        ) : (
          <>
            <SearchPicker
              label={t('suspension.findVirtual')}
              of="virtual-collections"
              find={findVirtual}
              taken={new Set(virtual ? [virtual.id] : [])}
              onPick={(choice) => {
                setVirtual(choice)
                setShown(undefined)
              }}
            />
            {virtual && (
              <div className="flex items-center gap-3 rounded-md border border-line p-2">
                <ChoiceText choice={virtual} />
              </div>
            )}
            <TextField label={t('suspension.itemField')} {...field('item')} />
            <p className="text-sm text-soft">{t('suspension.virtualHint')}</p>
          </>
        )}
        <SelectField
          label={t('suspension.lasts')}
          value={lasts}
          options={lasting.map((value) => ({ value, label: t(lastingTexts[value]) }))}
          onChange={({ target }) => setLasts(lasting.find((one) => one === target.value) ?? 'forever')}
        />
        <SelectField
          label={t('suspension.told')}
          hint={t('suspension.toldHint')}
          value={reason ?? ''}
          options={[
            { value: '', label: t('suspension.told.none') },
            ...reasons.map((value) => ({ value, label: t(reasonTexts[value]) })),
          ]}
          onChange={({ target }) => setReason(reasons.find((one) => one === target.value))}
        />
        <div>
          <Button type="submit" look="quiet" size="small" disabled={kind === 'virtual' && !virtual}>
            {t('suspension.preview')}
          </Button>
        </div>
      </form>
      {shown && 'range' in shown && <SuspendPreview range={shown.range} lasts={lasts} reason={reason} />}
    </div>
  )
}
