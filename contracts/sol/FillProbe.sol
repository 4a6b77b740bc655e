// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Whether a call would succeed for somebody who lets its target take their tokens
/// @notice Never deployed: its creation is simulated by `eth_call`, and refused with the target's own words.
contract FillProbe {
    constructor(IERC20 token, address target, bytes memory data) {
        token.approve(target, type(uint256).max);
        (bool filled, bytes memory reason) = target.call(data);
        if (filled) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
