// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Relayers} from "./Relayers.sol";
import {TaladERC721} from "./TaladERC721.sol";
import {TaladERC1155} from "./TaladERC1155.sol";

/// @title Deploys collections, each exactly once per owner and salt
/// @notice The caller of `deploy` becomes the owner. The salt is bound to the caller, so no one can take another's address.
/// @dev Those in office here (`Relayers`) deploy collections of campaigns, and mint in those alone.
contract CollectionFactory is Relayers {
    enum Kind {
        ERC721,
        ERC1155
    }

    struct Terms {
        Kind kind;
        string name;
        string symbol;
        string baseURI;
    }

    error AlreadyDeployed(address collection);

    event CollectionDeployed(address indexed collection, address indexed owner, Kind kind, bytes32 salt);

    /// @notice The collection of an owner and a salt, or zero; those of campaigns are under this contract's own address.
    mapping(address owner => mapping(bytes32 salt => address collection)) public collectionOf;

    constructor(address owner_) Ownable(owner_) {}

    function deploy(
        Kind kind,
        string calldata name,
        string calldata symbol,
        string calldata baseURI,
        bytes32 salt
    ) external returns (address collection) {
        return _deploy(Terms(kind, name, symbol, baseURI), salt, msg.sender, msg.sender, Relayers(address(0)));
    }

    /// @notice A collection that belongs to this contract's owner, and whose minters are those in office here.
    function deployForMinting(Terms calldata terms, bytes32 salt) external returns (address collection) {
        if (!isRelayer[msg.sender]) revert NoRelayer();
        return _deploy(terms, salt, address(this), owner(), this);
    }

    function _deploy(Terms memory terms, bytes32 salt, address salter, address owner_, Relayers minters)
        private
        returns (address collection)
    {
        address existing = collectionOf[salter][salt];
        if (existing != address(0)) revert AlreadyDeployed(existing);
        bytes32 bound = keccak256(abi.encode(salter, salt));
        collection = terms.kind == Kind.ERC721
            ? address(new TaladERC721{salt: bound}(owner_, terms.name, terms.symbol, terms.baseURI, minters))
            : address(new TaladERC1155{salt: bound}(owner_, terms.name, terms.symbol, terms.baseURI, minters));
        collectionOf[salter][salt] = collection;
        emit CollectionDeployed(collection, owner_, terms.kind, salt);
    }
}
