import { tmpdir } from 'node:os'

/** Settings of campaign where nothing is minted, no picture is sent, and no payload signed. */
export const settings = {
  PAYLOAD_KEYS: '11'.repeat(32),
  PERSONAL_DATA_KEY: '22'.repeat(32),
  MEDIA_DIR: tmpdir(),
  RPC_URL: 'http://127.0.0.1:9',
  CHAIN_ID: '3501',
  ASSET_INDEXER_URL: 'http://127.0.0.1:9',
  FACTORY_ADDRESS: `0x${'fa'.repeat(20)}`,
  MINTER_KEYS: `0x${'1'.repeat(64)}`,
  METADATA_URL: 'https://shop.talad.example/api/v1/vnft/metadata',
}
