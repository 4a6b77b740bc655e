import { lazyPart, Part } from '@talad/ui/components/part'
import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { ShippingHistory } from '../features/purchase/components/history.tsx'

const CryptoHistory = lazyPart(() => import('../features/trade/components/crypto-history.tsx'))

type Thing = { contract: { blockchain: string; address: string }; token: { id: string } }
const lineOf = ({ contract, token }: Thing) => (
  <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
)

/** What somebody bought or sold, in baht and on the chain. */
export default function AccountTrades({ account, action }: { account: string; action: 'buy' | 'sell' }) {
  return (
    <div className="grid max-w-5xl gap-8">
      <Part fallback={null}>
        <CryptoHistory account={account} role={action === 'buy' ? 'buyer' : 'seller'} asset={lineOf} />
      </Part>
      <ShippingHistory account={account} action={action} asset={lineOf} />
    </div>
  )
}
