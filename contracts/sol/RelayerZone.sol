// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ZoneInterface} from "seaport-types/src/interfaces/ZoneInterface.sol";
import {IERC165} from "seaport-types/src/interfaces/IERC165.sol";
import {ZoneParameters, Schema} from "seaport-types/src/lib/ConsiderationStructs.sol";

/// @title The zone of orders that are paid off chain
/// @notice An order restricted to this zone can be filled by the relayer alone. A listing that the server has
/// cancelled is therefore dead at once, although its signature stays valid on chain (OB-12, OB-13).
/// @dev Seaport skips `validateOrder` when the zone itself is the caller; this zone calls nothing, so no one can
/// use that.
contract RelayerZone is ZoneInterface, Ownable {
    error NotRelayer(address fulfiller);
    error ZeroRelayer();

    event RelayerChanged(address indexed previous, address indexed current);

    /// @notice Who may fill; nobody until the owner names one.
    address public relayer;

    constructor(address owner_) Ownable(owner_) {}

    /// @notice Hands the right to fill over to another key; the former one loses it in the same transaction.
    function setRelayer(address relayer_) external onlyOwner {
        // A zero fulfiller never occurs, so a zero relayer would lock every open order without saying so.
        if (relayer_ == address(0)) revert ZeroRelayer();
        emit RelayerChanged(relayer, relayer_);
        relayer = relayer_;
    }

    /// @inheritdoc ZoneInterface
    function validateOrder(ZoneParameters calldata parameters) external view returns (bytes4) {
        if (parameters.fulfiller != relayer) revert NotRelayer(parameters.fulfiller); // OB-13
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
