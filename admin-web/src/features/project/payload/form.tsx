import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import { type Payload, payload as stored } from '@talad/proto/http/campaign/payload/modules'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { newCoupon, sources } from './coupon-draft.ts'
import { CouponPart } from './coupon-part.tsx'
import { DescriptionPart } from './description-part.tsx'
import { fromPayloadDraft, type PayloadDraft } from './draft.ts'
import { useFaultText } from './fault-words.ts'
import type { Faults } from './faults.ts'
import { AssetsPart, AttributesPart } from './map-parts.tsx'
import { Module } from './module.tsx'
import { newTable, TablePart } from './table-part.tsx'
import { attributeText, InheritedMap } from './values.tsx'

type Props = {
  draft: PayloadDraft
  /** the payload of the collection, for an item (CA-59) */
  inherited: Payload | undefined
  faults: Faults
  onChange: (draft: PayloadDraft) => void
}

/** What holds in the end, as far as what is written makes sense already. */
export function wholeOf(draft: PayloadDraft, inherited: Payload | undefined): Payload {
  const own = stored.safeParse(fromPayloadDraft(draft) ?? {})
  return inherit([...(inherited ? [inherited] : []), ...(own.success ? [own.data] : [])])
}

type Name = Exclude<keyof PayloadDraft, 'kept'>

const moduleTexts = {
  name: { title: 'payload.name', hint: 'payload.nameHint' },
  description: { title: 'payload.description', hint: 'payload.descriptionHint' },
  assets: { title: 'payload.assets', hint: 'payload.assetsHint' },
  attributes: { title: 'payload.attributes', hint: 'payload.attributesHint' },
  table: { title: 'payload.table', hint: 'payload.tableHint' },
  coupon: { title: 'payload.coupon', hint: 'payload.couponHint' },
} as const satisfies Record<Name, { title: TextKey; hint: TextKey }>

/** The fields of each module of payload 3.0 (CA-57 to CA-66). */
export function PayloadForm({ draft, inherited = { version: '3.0' }, faults, onChange }: Props) {
  const { t } = useText()
  const words = useFaultText()
  const put = (part: Partial<PayloadDraft>) => onChange({ ...draft, ...part })
  const module = (name: Name, begin: () => Partial<PayloadDraft>, shown: ReactNode) => ({
    title: t(moduleTexts[name].title),
    hint: t(moduleTexts[name].hint),
    isSaid: draft[name] !== undefined,
    inherited: shown,
    fault: faults.get(name === 'coupon' ? 'coupon-code' : name),
    onSay: () => put(begin()),
    onUnsay: () => put({ [name]: undefined }),
  })
  const { assets, attributes, table, 'coupon-code': coupon } = inherited
  const kept = Object.keys(draft.kept)
  return (
    <div className="grid max-w-4xl gap-4">
      {kept.length > 0 && <Notice>{t('payload.kept', { names: kept.join(', ') })}</Notice>}
      {kept.map((name) => (
        <KeptFault key={name} name={name} fault={words(faults.get(name))} />
      ))}
      <Module
        {...module('name', () => ({ name: inherited.name ?? '' }), inherited.name)}
        {...(draft.name !== undefined && { fault: undefined })}
      >
        <TextField
          label={t('payload.nameText')}
          value={draft.name ?? ''}
          autoComplete="off"
          error={words(faults.get('name'))}
          onChange={({ target }) => put({ name: target.value })}
        />
      </Module>
      <Module
        {...module(
          'description',
          () => ({ description: inherited.description ?? '' }),
          inherited.description,
        )}
        {...(draft.description !== undefined && { fault: undefined })}
      >
        <DescriptionPart
          text={draft.description ?? ''}
          whole={wholeOf({ ...draft, description: undefined }, inherited)}
          fault={words(faults.get('description'))}
          onChange={(description) => put({ description })}
        />
      </Module>
      <Module
        {...module(
          'assets',
          () => ({ assets: [] }),
          assets && <InheritedMap entries={Object.entries(assets)} />,
        )}
        merges
      >
        <AssetsPart rows={draft.assets ?? []} faults={faults} onChange={(rows) => put({ assets: rows })} />
      </Module>
      <Module
        {...module(
          'attributes',
          () => ({ attributes: [] }),
          attributes && (
            <InheritedMap
              entries={Object.entries(attributes).map(([name, one]) => [name, attributeText(one)] as const)}
            />
          ),
        )}
        merges
      >
        <AttributesPart
          rows={draft.attributes ?? []}
          faults={faults}
          onChange={(rows) => put({ attributes: rows })}
        />
      </Module>
      <Module
        {...module(
          'table',
          () => ({ table: newTable() }),
          table && `${table.headers.join(' · ')} (${table.records.length})`,
        )}
      >
        {draft.table && (
          <TablePart table={draft.table} faults={faults} onChange={(next) => put({ table: next })} />
        )}
      </Module>
      <Module
        {...module(
          'coupon',
          () => ({ coupon: newCoupon }),
          coupon && sources.filter((source) => coupon[source] !== undefined).join(', '),
        )}
      >
        {draft.coupon && (
          <CouponPart coupon={draft.coupon} faults={faults} onChange={(next) => put({ coupon: next })} />
        )}
      </Module>
    </div>
  )
}

function KeptFault({ name, fault }: { name: string; fault: string | undefined }) {
  if (fault === undefined) return null
  return (
    <p role="alert" className="text-sm text-chili">
      <code>{name}</code>: {fault}
    </p>
  )
}
