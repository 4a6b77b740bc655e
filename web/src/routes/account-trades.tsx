import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { ShippingHistory } from '../features/purchase/components/history.tsx'
import { ChainTrade, useChainTrades } from '../features/trade/components/chain-trade.tsx'

type Thing = { contract: { blockchain: string; address: string }; token: { id: string } }
const lineOf = ({ contract, token }: Thing) => (
  <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
)

/** What somebody bought or sold, in baht and on the chain, newest first (SP-32). */
export default function AccountTrades({ account, action }: { account: string; action: 'buy' | 'sell' }) {
  const { pages, list, isWhole } = useChainTrades(account, action === 'buy' ? 'buyer' : 'seller')
  const rows = list.map((trade) => ({
    created: trade.created,
    row: <ChainTrade key={trade._id} trade={trade} asset={lineOf(trade.asset)} />,
  }))
  // what can't be read just now keeps nobody from the rest
  const others = { list: rows, isWhole: isWhole || pages.isError, pages }
  return (
    <div className="max-w-5xl">
      <ShippingHistory account={account} action={action} asset={lineOf} others={others} />
    </div>
  )
}
