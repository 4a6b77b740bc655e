import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { ShippingHistory } from '../features/purchase/components/history.tsx'

/** What somebody bought or sold. */
export default function AccountTrades({ account, action }: { account: string; action: 'buy' | 'sell' }) {
  return (
    <div className="max-w-5xl">
      <ShippingHistory
        account={account}
        action={action}
        asset={({ contract, token }) => (
          <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
        )}
      />
    </div>
  )
}
