// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A wallet that is a contract, in whose name one key signs: what the tests of EIP-1271 trade with
contract SignerWallet is IERC1271, ERC721Holder, ERC1155Holder {
    address public signer;

    error NotTheSigner();

    constructor(address signer_) {
        signer = signer_;
    }

    modifier bySigner() {
        if (msg.sender != signer) revert NotTheSigner();
        _;
    }

    function setSigner(address signer_) external bySigner {
        signer = signer_;
    }

    function execute(address target, bytes calldata data) external bySigner {
        (bool done, bytes memory reason) = target.call(data);
        if (done) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// @notice Takes 65 bytes, and the 64 of EIP-2098.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        address recovered;
        if (signature.length == 64) {
            (recovered,,) = ECDSA.tryRecover(hash, bytes32(signature[:32]), bytes32(signature[32:]));
        } else {
            (recovered,,) = ECDSA.tryRecover(hash, signature);
        }
        return recovered != address(0) && recovered == signer ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
