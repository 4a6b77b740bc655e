import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { Stepper } from '@talad/ui/components/stepper'
import { shortAddress } from '@talad/ui/format/address'
import { formatCount } from '@talad/ui/format/money'
import { readAmount } from '@talad/ui/format/whole-amount'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { useName } from '../../../market/people/names.ts'
import { findRecipient, isName } from '../../../market/people/recipient-name.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { Goods } from '../../../market/trading/goods.tsx'
import { type SendFault, sendFault } from '../../../market/trading/recipient.ts'
import type { Transfer } from '../../../market/trading/signer.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { WalletField } from './wallet-field.tsx'

const faultTexts: Record<SendFault, TradeKey> = {
  missing: 'send.missing',
  invalid: 'send.invalid',
  own: 'send.own',
  contract: 'send.contract',
}

type Props = {
  asset: Asset
  name: string
  wallets: readonly OwnWallet[]
  wallet: OwnWallet
  onWallet: (wallet: OwnWallet) => void
  /** units in that wallet */
  held: bigint
  /** the person offers it for sale from that wallet: what they offer ends with it */
  isListed: boolean
  onSend: (transfer: Omit<Transfer, 'key'>) => void
}

/** ID-19, steps 1 and 2: to whom and how many; then the same again to be looked at, as nothing brings it back. */
export function SendForm({ asset, name, wallets, wallet, onWallet, held, isListed, onSend }: Props) {
  const { t } = useTradeText()
  const [draft, setDraft] = useState('1')
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isSure, setSure] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const { blockchain, address: contract, type } = asset.contract
  const read = readAmount(draft, held)
  const amount = typeof read === 'bigint' ? read : undefined
  const wanted = typed.trim()
  const person = useMutation({ mutationFn: findRecipient })
  // what is typed anew is looked up anew
  const found = person.data?.typed === wanted ? person.data : undefined
  const to = (found ? (chosen ?? found.wallets[0] ?? '') : wanted).toLowerCase()
  const faultOf = (address: string) => sendFault(address, { from: wallet.address, contract })
  const fault = isName(wanted) && !found ? undefined : faultOf(to)
  const look = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (amount === undefined) return
    if (found || !isName(wanted)) return setSure(fault === undefined)
    setChosen(undefined)
    person.mutate(wanted, {
      onSuccess: ({ wallets: [only = '', ...others] }) =>
        setSure(others.length === 0 && faultOf(only) === undefined),
    })
  }
  const isNobody = person.error instanceof ResponseError && person.error.status === 404
  const notFound = person.error && (isNobody ? t('send.nobody') : messageOf(person.error))
  const toldFault = notFound ?? (isAsked && fault ? t(faultTexts[fault]) : undefined)
  if (isSure && amount !== undefined) {
    const transfer = { blockchain, contract, type, tokenId: asset.token.id, amount, to }
    return (
      <SendReview
        asset={asset}
        name={name}
        transfer={transfer}
        called={found?.name}
        isListed={isListed}
        onBack={() => setSure(false)}
        onSend={() => onSend(transfer)}
      />
    )
  }
  return (
    <form className="grid gap-5" onSubmit={look} noValidate>
      <Goods image={asset.image.r360} name={name}>
        <p className="text-sm text-soft">{t('send.chain', { chain: blockchain.toUpperCase() })}</p>
      </Goods>
      <WalletField wallets={wallets} wallet={wallet} onChange={onWallet} />
      {held > 1n && (
        <Stepper
          label={t('send.amount', { amount: formatCount(String(held)) })}
          draft={draft}
          maximum={held}
          overText={t('send.over', { amount: formatCount(String(held)) })}
          onChange={setDraft}
        />
      )}
      <TextField
        label={t('send.to')}
        hint={t('send.toHint')}
        error={toldFault}
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          person.reset()
        }}
      />
      {found && found.wallets.length > 1 && (
        <SelectField
          label={t('send.whichWallet', { name: found.name })}
          options={found.wallets.map((value) => ({ value, label: shortAddress(value) }))}
          value={to}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <Button type="submit" size="large" busy={person.isPending} disabled={amount === undefined}>
        {t('send.next')}
      </Button>
    </form>
  )
}

type ReviewProps = Pick<Props, 'asset' | 'name' | 'isListed'> & {
  transfer: Omit<Transfer, 'key'>
  /** the name by which the wallet was found */
  called: string | undefined
  onBack: () => void
  onSend: () => void
}

function SendReview({ asset, name, transfer, called, isListed, onBack, onSend }: ReviewProps) {
  const { t } = useTradeText()
  const known = useName(transfer.to)
  return (
    <div className="grid gap-5">
      <Goods image={asset.image.r360} name={name}>
        {transfer.type === 'erc1155' && (
          <p className="text-sm text-soft">
            {t('send.pieces', { amount: formatCount(String(transfer.amount)) })}
          </p>
        )}
      </Goods>
      <dl className="grid gap-1 border-y border-line py-4">
        <dt className="text-sm text-soft">{t('send.to')}</dt>
        <dd className="grid gap-1">
          {called && called !== known?.display_name && (
            <span className="font-semibold break-words">{called}</span>
          )}
          {known?.display_name && <WalletLink address={transfer.to} className="font-semibold" />}
          <span className="break-all font-mono text-[0.8125rem]">{transfer.to}</span>
          {!known?.display_name && <span className="text-sm text-soft">{t('send.unknown')}</span>}
        </dd>
      </dl>
      {isListed && <Notice>{t('send.listed')}</Notice>}
      <Notice tone="bad">{t('send.final')}</Notice>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onBack}>
          {t('trade.back')}
        </Button>
        <Button onClick={onSend}>{t('send.submit')}</Button>
      </div>
    </div>
  )
}
