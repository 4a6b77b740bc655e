import { contractAdminHttp as http } from '@talad/proto/http/campaign/contracts-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { Button } from '@talad/ui/components/button'
import { RadioCards, TextField } from '@talad/ui/components/field'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { useSite } from '../../../lib/site.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { CONTRACTS, createContract, type NewContract } from './api.ts'

type Props = { collection: { _id: string; name: string } }

const SYMBOL = /^[A-Za-z0-9]{1,11}$/

/** CA-52: has a contract deployed, whose name and symbol are for good. */
export function NewContractForm({ collection }: Props) {
  const { t } = useText()
  const chain = useSite()?.chain.slug ?? ''
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<NewContract['contract_class']>('erc721')
  const [name, setName] = useState(collection.name)
  const [symbol, setSymbol] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [asked, setAsked] = useState<{ contract: NewContract; key: string }>()
  const read = bodyOf(http.createCollectionContract).shape.contract.safeParse({
    collection_id: collection._id,
    blockchain: chain,
    contract_class: kind,
    name,
    symbol,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) setAsked({ contract: read.data, key: crypto.randomUUID() })
    else focusFault(event.currentTarget)
  }
  if (!isOpen)
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('contract.new')}
        </Button>
      </div>
    )
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid max-w-2xl gap-5 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <h3 className="text-base">{t('contract.newOn', { chain })}</h3>
      <RadioCards
        label={t('contract.class')}
        value={kind}
        options={[
          { value: 'erc721', label: 'ERC-721', text: t('contract.erc721') },
          { value: 'erc1155', label: 'ERC-1155', text: t('contract.erc1155') },
        ]}
        onChange={setKind}
      />
      <TextField
        label={t('contract.name')}
        hint={t('contract.nameHint')}
        error={isChecked && name.trim() === '' ? t('contract.nameHint') : undefined}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('contract.symbol')}
        hint={t('contract.symbolHint')}
        error={isChecked && !SYMBOL.test(symbol) ? t('contract.symbolHint') : undefined}
        value={symbol}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setSymbol(target.value.trim())}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          {t('contract.deploy')}
        </Button>
        <Button size="small" look="quiet" onClick={() => setOpen(false)}>
          {t('decision.leave')}
        </Button>
      </div>
      {asked && (
        <DecisionDialog
          title={t('contract.deploy')}
          act={() => createContract(asked.contract, asked.key)}
          stale={[CONTRACTS]}
          target={collection._id}
          onClose={(isDone) => {
            setAsked(undefined)
            if (isDone) setOpen(false)
          }}
        >
          <p className="font-semibold wrap-anywhere">
            {asked.contract.name} ({asked.contract.symbol}) · {asked.contract.contract_class}
          </p>
          <p>{t('contract.deployText')}</p>
        </DecisionDialog>
      )}
    </form>
  )
}
