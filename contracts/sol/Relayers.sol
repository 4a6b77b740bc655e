// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @title Those who act for the marketplace: several keys, so that one that waits holds up none of the others
abstract contract Relayers is Ownable {
    error NoRelayer();

    event RelayersChanged(address[] relayers);

    /// @notice Who is in office; nobody until the owner names somebody.
    mapping(address account => bool) public isRelayer;
    address[] private _relayers;

    /// @notice Everybody who is in office.
    function relayers() external view returns (address[] memory) {
        return _relayers;
    }

    /// @notice Puts these in office and nobody else: who is left out loses it in the same transaction.
    function setRelayers(address[] calldata relayers_) external onlyOwner {
        // Nobody calls from the zero address: it alone in office, or nobody, would lock every order without saying so.
        if (relayers_.length == 0) revert NoRelayer();
        for (uint256 i = 0; i < _relayers.length; i++) isRelayer[_relayers[i]] = false;
        for (uint256 i = 0; i < relayers_.length; i++) {
            if (relayers_[i] == address(0)) revert NoRelayer();
            isRelayer[relayers_[i]] = true;
        }
        _relayers = relayers_;
        emit RelayersChanged(relayers_);
    }
}
