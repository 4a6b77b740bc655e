// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title Whether a wallet takes a signature for its own once its factory has made it (EIP-6492)
/// @notice Never deployed: its creation is simulated by `eth_call`, and gives back one word: 1 for yes.
contract SignatureProbe {
    error NotMade();

    constructor(address wallet, bytes32 hash, bytes memory signature, address factory, bytes memory deployment) {
        if (wallet.code.length == 0) {
            (bool made,) = factory.call(deployment);
            if (!made || wallet.code.length == 0) revert NotMade();
        }
        (bool answered, bytes memory answer) =
            wallet.staticcall(abi.encodeCall(IERC1271.isValidSignature, (hash, signature)));
        bool valid =
            answered && answer.length >= 32 && bytes32(answer) == bytes32(IERC1271.isValidSignature.selector);
        assembly ("memory-safe") {
            mstore(0, valid)
            return(0, 32)
        }
    }
}
