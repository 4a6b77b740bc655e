// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ZoneInterface} from "seaport-types/src/interfaces/ZoneInterface.sol";
import {IERC165} from "seaport-types/src/interfaces/IERC165.sol";
import {ZoneParameters, Schema} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {Relayers} from "./Relayers.sol";

/// @title The zone of orders that are paid off chain
/// @notice An order restricted to this zone can be filled by a relayer alone. A listing that the server has
/// cancelled is therefore dead at once, although its signature stays valid on chain (OB-12, OB-13).
/// @dev Seaport skips `validateOrder` when the zone itself is the caller; this zone calls nothing, so no one can
/// use that.
contract RelayerZone is ZoneInterface, Relayers {
    error NotRelayer(address fulfiller);

    constructor(address owner_) Ownable(owner_) {}

    /// @inheritdoc ZoneInterface
    function validateOrder(ZoneParameters calldata parameters) external view returns (bytes4) {
        if (!isRelayer[parameters.fulfiller]) revert NotRelayer(parameters.fulfiller); // OB-13
        return ZoneInterface.validateOrder.selector;
    }

    /// @inheritdoc ZoneInterface
    function getSeaportMetadata() external pure returns (string memory name, Schema[] memory schemas) {
        return ("Talad Relayer Zone", new Schema[](0));
    }

    /// @inheritdoc ZoneInterface
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(ZoneInterface).interfaceId || interfaceId == type(IERC165).interfaceId;
    }
}
