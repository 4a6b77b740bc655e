// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {TaladERC721} from "./TaladERC721.sol";
import {TaladERC1155} from "./TaladERC1155.sol";

/// @title Deploys collections, each exactly once per owner and salt
/// @notice The caller becomes the owner. The salt is bound to the caller, so no one can take another's address.
contract CollectionFactory {
    enum Kind {
        ERC721,
        ERC1155
    }

    error AlreadyDeployed(address collection);

    event CollectionDeployed(address indexed collection, address indexed owner, Kind kind, bytes32 salt);

    /// @notice The collection of an owner and a salt, or zero.
    mapping(address owner => mapping(bytes32 salt => address collection)) public collectionOf;

    function deploy(
        Kind kind,
        string calldata name,
        string calldata symbol,
        string calldata baseURI,
        bytes32 salt
    ) external returns (address collection) {
        address existing = collectionOf[msg.sender][salt];
        if (existing != address(0)) revert AlreadyDeployed(existing);
        bytes32 bound = keccak256(abi.encode(msg.sender, salt));
        collection = kind == Kind.ERC721
            ? address(new TaladERC721{salt: bound}(msg.sender, name, symbol, baseURI))
            : address(new TaladERC1155{salt: bound}(msg.sender, name, symbol, baseURI));
        collectionOf[msg.sender][salt] = collection;
        emit CollectionDeployed(collection, msg.sender, kind, salt);
    }
}
