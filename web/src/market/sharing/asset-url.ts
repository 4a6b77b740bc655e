type Piece = { contract: { blockchain: string; address: string }; token: { id: string } }

/** Where an asset is found, whatever page is open. */
export const assetUrl = ({ contract, token }: Piece): string =>
  new URL(`/assets/${contract.blockchain}/${contract.address}/${token.id}`, window.location.origin).href
